#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The real Emacs takes the lines of all findings of the corpus in compilation-mode, and goes to the very byte.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

need emacs
export HOME="$room" EDITOR_FILES="$source_root/examples/editors"

# shellcheck source=tests/cli/corpus-places
. "$source_root/tests/cli/corpus-places"

cat >check.el <<'EL'
(setq gc-cons-threshold 400000000 make-backup-files nil auto-save-default nil enable-local-variables nil vc-handled-backends nil
      large-file-warning-threshold nil find-file-visit-truename nil)
(load (expand-file-name "onnx-lint.el" (getenv "EDITOR_FILES")) nil t)

(defun lines-of (file)
  (with-temp-buffer
    (insert-file-contents file)
    (split-string (buffer-string) "\n" t)))

(defvar places (mapcar (lambda (line) (split-string line "\t")) (lines-of "places")))
(defvar lines (lines-of "lines"))

;; The message that compilation-mode has found in each line: its file, line and column.
(defun parse (mode)
  (with-temp-buffer
    (setq default-directory (file-name-as-directory (getenv "PWD")))
    (let ((inhibit-read-only t) (found nil))
      (insert-file-contents "lines")
      (funcall mode)
      (compilation--ensure-parse (point-max))
      (goto-char (point-min))
      (while (not (eobp))
        (let* ((message (get-text-property (point) 'compilation-message))
               (loc (and message (compilation--message->loc message))))
          (push (and loc
                     (list (caar (compilation--loc->file-struct loc))
                           (compilation--loc->line loc)
                           (compilation--loc->col loc)
                           (compilation--message->type message)))
                found))
        (forward-line))
      (nreverse found))))

(defun compare (what found)
  (princ (format "%s: %d entries\n" what (length found)))
  (cl-mapc
   (lambda (entry place line)
     (unless (and entry
                  (equal (car entry) (car place))
                  (string-prefix-p (format "%s:%d:%d: %s: " (car entry) (nth 1 entry) (nth 2 entry)
                                           (if (eq (nth 3 entry) 2) "error" "warning"))
                                   line))
       (princ (format "%s takes amiss: %S %s\n" what entry line))))
   found places lines))

;; RET on each finding, from the first to the last: next-error would leave out those with the place of the one before.
(defun jump ()
  (let ((buffer (get-buffer-create "*findings*")) (count 0) (next 1) (last nil) (top default-directory) (inhibit-message t))
    (with-current-buffer buffer
      (insert-file-contents "lines")
      (onnx-lint-mode))
    (cl-mapc
     (lambda (place line)
       (with-current-buffer buffer
         (goto-char next)
         (setq next (line-beginning-position 2))
         (compile-goto-error))
       (setq count (1+ count))
       (unless (eq last (window-buffer (selected-window)))
         (when last (kill-buffer last)) ; hundreds of them would make each search for a file's slow
         (setq last (window-buffer (selected-window))))
       (with-current-buffer (window-buffer (selected-window))
         (unless (and (file-equal-p (expand-file-name (car place) top) buffer-file-name)
                      (= (buffer-size) (file-attribute-size (file-attributes buffer-file-name)))
                      (= (1- (point)) (string-to-number (cadr place))))
           (princ (format "lands on %d of %s: %s\n" (1- (point)) buffer-file-name line)))))
     places lines)
    (princ (format "jumped: %d\n" count))))

(require 'cl-lib)
(compare "stock" (parse #'compilation-mode))
(compare "onnx-lint-mode" (parse #'onnx-lint-mode))
(jump)
EL
command='emacs'
status=0
emacs -Q --batch -l check.el >out 2>err </dev/null || status=$?
count=$(wc -l <places)
expect_status 0
expect_line out "stock: $count entries"
expect_line out "onnx-lint-mode: $count entries"
expect_line out "jumped: $count"
expect_no_match out 'takes amiss'
expect_no_match out 'lands on'
expect_count out 3

# The command, and what it leads to.
make_bad "a model's.onnx"
ln -s "$lint" onnx-lint
PATH=$work:$PATH
cat >command.el <<'EL'
(load (expand-file-name "onnx-lint.el" (getenv "EDITOR_FILES")) nil t)
(find-file "a model's.onnx")
(let ((process-connection-type nil))
  (onnx-lint (concat "onnx-lint --quiet " (shell-quote-argument (file-name-nondirectory buffer-file-name)))))
(while (get-buffer-process "*onnx-lint*") (accept-process-output nil 0.05))
(next-error)
(princ (format "%s %d\n" (buffer-name (window-buffer (selected-window)))
               (with-current-buffer (window-buffer (selected-window)) (1- (point)))))
EL
command='emacs, onnx-lint'
status=0
emacs -Q --batch -l command.el >out 2>err </dev/null || status=$?
expect_line out "a model's.onnx 35"

command='byte-compiling onnx-lint.el'
status=0
cp "$EDITOR_FILES/onnx-lint.el" .
emacs -Q --batch --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile onnx-lint.el >out 2>err </dev/null ||
    status=$?
expect_status 0

finish

;;; onnx-lint.el --- lint ONNX models from Emacs -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; M-x onnx-lint lints a file in a compilation buffer; next-error then goes to the byte of each finding.

;;; Code:

(require 'cl-lib)
(require 'compile)

(defun onnx-lint-next-error (count &optional reset)
  "Go COUNT errors on, from the start with RESET, visiting files as bytes.
A buffer that has a file's bytes already is taken as it is."
  (let ((visit (symbol-function 'find-file-noselect)))
    (cl-letf (((symbol-function 'find-file-noselect)
               (lambda (file &optional nowarn _rawfile wildcards)
                 (let ((buffer (find-buffer-visiting file)))
                   (if (and buffer
                            (memq (buffer-local-value 'buffer-file-coding-system buffer) '(nil no-conversion)))
                       buffer
                     (funcall visit file nowarn t wildcards))))))
      (compilation-next-error-function count reset))))

(define-compilation-mode onnx-lint-mode "Onnx-Lint"
  "The findings of onnx-lint, whose columns count bytes."
  (setq-local compilation-error-regexp-alist '(gnu))
  (setq-local compilation-error-screen-columns nil)
  (setq-local next-error-function #'onnx-lint-next-error))

;;;###autoload
(defun onnx-lint (command)
  "Lint with COMMAND, by default the visited file, and show what is found."
  (interactive
   (list (read-shell-command
          "Lint with: "
          (concat "onnx-lint "
                  (and buffer-file-name
                       (shell-quote-argument (file-name-nondirectory buffer-file-name)))))))
  (compilation-start command #'onnx-lint-mode))

(provide 'onnx-lint)
;;; onnx-lint.el ends here

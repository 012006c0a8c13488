#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The real Vim takes the lines of all findings of the corpus, by its own errorformat and by that of the compiler file, and
# with -b lands on the very byte.
# shellcheck source=tests/cli/harness
. "$(dirname "$0")/harness"

need vim
vim --version >version 2>/dev/null
if ! grep -q +eval version || ! grep -q +quickfix version; then
    echo "skipped: this vim has no quickfix list or no scripts"
    [ -z "${OL_ALL_TESTS:-}" ] || exit 1
    exit 77
fi
export HOME="$room" EDITOR_FILES="$source_root/examples/editors/vim"
unset VIMINIT EXINIT MYVIMRC

# shellcheck source=tests/cli/corpus-places
. "$source_root/tests/cli/corpus-places"

cat >check.vim <<'VIM'
set nomore hidden noswapfile nomodeline
let &runtimepath = $EDITOR_FILES . ',' . &runtimepath
let s:places = map(readfile('places'), 'split(v:val, "\t")')
let s:report = []

" What is in the list: the place that each line itself begins with, and in the right order.
function s:Compare(what)
  let l:lines = readfile('lines')
  let l:entries = getqflist()
  call add(s:report, a:what . ': ' . len(l:entries) . ' entries')
  for l:i in range(len(l:lines))
    let l:entry = l:entries[l:i]
    let l:begin = s:places[l:i][0] . ':' . l:entry.lnum . ':' . l:entry.col . ': '
    if !l:entry.valid || bufname(l:entry.bufnr) !=# simplify(s:places[l:i][0]) &&
          \ fnamemodify(bufname(l:entry.bufnr), ':p') !=# simplify(fnamemodify(s:places[l:i][0], ':p')) ||
          \ strpart(l:lines[l:i], 0, len(l:begin)) !=# l:begin
      call add(s:report, a:what . ' takes amiss: ' . l:lines[l:i])
    endif
  endfor
endfunction

function s:Jump()
  for l:i in range(len(s:places))
    execute 'silent cc' (l:i + 1)
    if !&binary || line2byte('.') + col('.') - 2 != s:places[l:i][1]
      call add(s:report, 'lands on ' . (line2byte('.') + col('.') - 2) . ': ' . readfile('lines')[l:i])
    endif
  endfor
  call add(s:report, 'jumped: ' . len(s:places))
endfunction

function s:CountTypes()
  let l:types = {}
  for l:entry in getqflist()
    let l:types[l:entry.type] = get(l:types, l:entry.type, 0) + 1
  endfor
  call add(s:report, 'types: ' . join(sort(keys(l:types)), ' '))
endfunction

try
  cgetfile lines
  call s:Compare('stock')
  compiler onnx-lint
  cgetfile lines
  call s:Compare('compiler')
  call s:CountTypes()
  call s:Jump()
  call add(s:report, 'makeprg: ' . &makeprg)
catch
  call add(s:report, v:throwpoint . ': ' . v:exception)
endtry
call writefile(s:report, 'out')
qall!
VIM
command='vim -b'
status=0
vim -N -u NONE -i NONE -n -es -b -S check.vim </dev/null >err 2>&1 || status=$?
count=$(wc -l <places)
expect_status 0
expect_line out "stock: $count entries"
expect_line out "compiler: $count entries"
expect_line out 'types: e w'
expect_line out "jumped: $count"
expect_no_match out 'takes amiss'
expect_no_match out 'lands on'
expect_count out 5

# :make, as a user types it: in the list are all lines, the cursor is on the first one's byte.
ln -s "$lint" onnx-lint
PATH=$work:$PATH
make_bad "a model's.onnx"
cat >make.vim <<'VIM'
let &runtimepath = $EDITOR_FILES . ',' . &runtimepath
compiler onnx-lint
silent make --quiet
call writefile([line2byte('.') + col('.') - 2 . ' ' . getqflist()[0].text] +
      \ map(getqflist(), 'v:val.valid . v:val.type'), 'out')
qall!
VIM
command='vim -b, :make'
status=0
vim -N -u NONE -i NONE -n -es -b -S make.vim "a model's.onnx" </dev/null >err 2>&1 || status=$?
expect_match out "^35 initializer 'w': .* \[tensor-raw-length-short\]\$"
expect_line out 1e
expect_count out 2

# The settings that doc/editors.md shows are those of the compiler file.
command='settings in doc/editors.md'
sed -n 's/^CompilerSet //p; s/^set //p' "$EDITOR_FILES/compiler/onnx-lint.vim" >out
expect_count out 3
sed -n 's/^    :set //p' "$source_root/doc/editors.md" >shown
expect_same out shown

finish

" SPDX-License-Identifier: Apache-2.0
" Vim compiler file for onnx-lint: `:compiler onnx-lint`, then `:make` lints the file in the window, and `:make ARGUMENT`
" with further arguments. Edit models with `vim -b`, else columns do not count bytes.

if exists('current_compiler')
  finish
endif
let current_compiler = 'onnx-lint'

CompilerSet makeprg=onnx-lint\ $*\ %:S
CompilerSet errorformat=%f:%l:%c:\ %t%*[a-z]:\ %m

" A place can be the byte 0x0A, the end of a line: Vim must let the cursor go there.
set virtualedit+=onemore

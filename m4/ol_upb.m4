# SPDX-License-Identifier: Apache-2.0

# OL_WITH_UPB
# Chooses the upb to build with (--with-upb) and sets UPB_CPPFLAGS, UPB_LIBS, UPB_DIR (the folder of
# the fetched sources, empty with the system's upb) and the conditional BUNDLED_UPB.
AC_DEFUN([OL_WITH_UPB],
[AC_ARG_WITH([upb],
  [AS_HELP_STRING([--with-upb=auto|system|DIR],
    [the system's upb (pkg-config upb, 27 or newer), or the sources that build-aux/fetch-upb left in DIR;
     auto: the system's if usable, else those in fetch-upb's default folder @<:@auto@:>@])],
  [], [with_upb=auto])
AC_ARG_VAR([UPB_CFLAGS], [C compiler flags for the system's upb, overriding pkg-config])
AC_ARG_VAR([UPB_LIBS], [linker flags for the system's upb, overriding pkg-config])
UPB_DIR= UPB_CPPFLAGS=
AS_CASE([$with_upb],
  [yes | no | ''], [AC_MSG_ERROR([--with-upb wants auto, system or a folder: onnx-lint is not built without upb])],
  [auto], [OL_UPB_SYSTEM
    AS_IF([test "$ol_upb_system" = no],
      [OL_UPB_FETCHED(["${XDG_CACHE_HOME:-$HOME/.cache}/onnx-lint/upb-1.51.1"])])],
  [system], [OL_UPB_SYSTEM
    AS_IF([test "$ol_upb_system" = no],
      [AC_MSG_ERROR([--with-upb=system: $ol_upb_problem])])],
  [OL_UPB_FETCHED(["$with_upb"])])
AC_SUBST([UPB_DIR])
AC_SUBST([UPB_CPPFLAGS])
AM_CONDITIONAL([BUNDLED_UPB], [test -n "$UPB_DIR"])
])

# The system's upb. Its .pc file does not name the UTF-8 library that a static libupb needs, and the
# .pc file of that one asks for more than is installed with it: so links are tried.
AC_DEFUN([OL_UPB_SYSTEM],
[ol_upb_system=no ol_upb_problem='no upb 27 or newer (pkg-config upb)'
PKG_CHECK_MODULES([UPB], [upb >= 27],
  [ol_upb_saved_cppflags=$CPPFLAGS ol_upb_saved_libs=$LIBS
   CPPFLAGS="$CPPFLAGS $UPB_CFLAGS"
   for ol_upb_more in '' -lutf8_range; do
     AC_MSG_CHECKING([whether the system's upb links with $UPB_LIBS $ol_upb_more])
     LIBS="$UPB_LIBS $ol_upb_more $ol_upb_saved_libs"
     AC_LINK_IFELSE([AC_LANG_SOURCE([[
#include <stddef.h>
#include "upb/mem/arena.h"
#include "upb/message/message.h"
#include "upb/mini_descriptor/decode.h"
#include "upb/mini_descriptor/internal/encode.h"
#include "upb/mini_descriptor/link.h"
#include "upb/mini_table/message.h"
#include "upb/wire/decode.h"

int main(void)
{
    upb_MtDataEncoder encoder;
    char text[64];
    upb_Arena *arena = upb_Arena_New();
    encoder.end = text + sizeof text;
    char *end = upb_MtDataEncoder_StartMessage(&encoder, text, 0);
    upb_MiniTable *table = upb_MiniTable_Build(text, (size_t)(end - text), arena, NULL);
    upb_Message *message = upb_Message_New(table, arena);
    return (int)upb_Decode(text, 0, message, table, NULL, 0, arena);
}
]])],
       [ol_upb_system=yes], [ol_upb_problem='upb is installed, but a test program does not link with it (config.log tells why)'])
     AC_MSG_RESULT([$ol_upb_system])
     AS_IF([test "$ol_upb_system" = yes], [break])
   done
   CPPFLAGS=$ol_upb_saved_cppflags LIBS=$ol_upb_saved_libs
   # As system headers, even where pkg-config names a folder: their inline functions are not ours to mend.
   AS_IF([test "$ol_upb_system" = yes],
     [UPB_LIBS="$UPB_LIBS $ol_upb_more"
      UPB_CPPFLAGS=$(AS_ECHO([" $UPB_CFLAGS"]) | sed 's/ -I */ -isystem /g')],
     [UPB_LIBS=])],
  [:])])

# OL_UPB_FETCHED(FOLDER): the sources that build-aux/fetch-upb left there.
AC_DEFUN([OL_UPB_FETCHED],
[AC_MSG_CHECKING([for upb sources in $1])
AS_IF(["$srcdir/build-aux/fetch-upb" --check $1 >/dev/null 2>&1],
  [UPB_DIR=$(cd $1 && pwd)
   UPB_CPPFLAGS="-isystem $UPB_DIR -isystem $UPB_DIR/stub"
   UPB_LIBS=
   AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([no complete upb sources in $1: run build-aux/fetch-upb first, or ./setup build, which does all])])])

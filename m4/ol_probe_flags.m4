# SPDX-License-Identifier: Apache-2.0

# OL_PROBE_FLAGS(VARIABLE, FLAGS)
# Appends to VARIABLE each of FLAGS that the C compiler takes without a word, each asked on its own.
# Not by AC_COMPILE_IFELSE: its test programs begin with macros that they do not use.
AC_DEFUN([OL_PROBE_FLAGS],
[for ol_flag in $2; do
  AS_VAR_PUSHDEF([ol_cache], [ol_cv_flag_$ol_flag])
  AC_CACHE_CHECK([whether $CC takes $ol_flag], [ol_cache],
    [AS_ECHO(['int ol_probe(int a); int ol_probe(int a) { return a; }']) >conftest.c
     AS_IF([$CC $CFLAGS -Werror $ol_flag -c -o conftest.$OBJEXT conftest.c >&AS_MESSAGE_LOG_FD 2>&1],
       [AS_VAR_SET([ol_cache], [yes])], [AS_VAR_SET([ol_cache], [no])])
     rm -f conftest.c conftest.$OBJEXT])
  AS_VAR_IF([ol_cache], [yes], [AS_VAR_APPEND([$1], [" $ol_flag"])])
  AS_VAR_POPDEF([ol_cache])
done])

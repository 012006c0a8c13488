/* SPDX-License-Identifier: Apache-2.0 */
/* Scripts by which shells complete the command line, from the tables of options. */
#ifndef OL_CLI_COMPLETION_H
#define OL_CLI_COMPLETION_H

#include <stdio.h>

/* In the order of the words of --completion. */
enum ol_shell {
    OL_SHELL_BASH,
    OL_SHELL_ZSH,
    OL_SHELL_FISH
};

/* Prints the script for a shell. */
void ol_completion_print(FILE *stream, enum ol_shell shell);

#endif

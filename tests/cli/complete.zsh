# SPDX-License-Identifier: Apache-2.0
# complete.zsh FOLDER ROOM LINE: prints what zsh offers where LINE ends, with the completion functions of FOLDER.
# Completion works only in the line editor, so that is a second zsh in a pseudo terminal, whose compadd writes down what
# matches in a file of the folder ROOM.
emulate -R zsh
zmodload zsh/zpty || exit 1
room=$2
rm -f $room/end

cat >|$room/.zshrc <<'RC'
PS1= RPS1= PROMPT_EOL_MARK=
unsetopt beep
fpath=($FOLDER $fpath)
autoload -Uz compinit
compinit -u -d $ROOM/dump
compadd() {
    local -a offered
    # Where it only sorts things out for a caller it adds nothing.
    if [[ -z ${argv[(r)-[a-zA-Z12]#[OAD]]} ]]; then
        builtin compadd -O offered "$@"
        (( $#offered )) && print -rl -- $offered >>$ROOM/offered
    fi
    builtin compadd "$@"
}
tell() {
    zle complete-word
    print -n >|$ROOM/end
}
zle -N tell
bindkey '^I' tell
RC

export FOLDER=$1 ROOM=$room ZDOTDIR=$room
print -n >|$room/offered
zpty -b shell zsh -d -i
zpty -n -w shell "$3"$'\t'
# What it prints has to be taken, or it waits.
for (( waited = 0; waited < 1000; waited++ )); do
    while zpty -r -t shell ignored 2>/dev/null; do :; done
    [[ -e $room/end ]] && break
    sleep 0.01
done
[[ -e $room/end ]] || { print -u2 'zsh did not complete'; exit 1; }
zpty -d shell
sort -u $room/offered

# Completion of fraydesk(1) for bash.
_fraydesk() {
    local word=${COMP_WORDS[COMP_CWORD]} words='' IFS=$'\n'
    compopt -o filenames
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$(printf '%s\n' @WORDS@ --help --selftest --version)" -- "$word")
            $(compgen -f -X '!*.fray' -- "$word") $(compgen -d -- "$word"))
    else
        case ${COMP_WORDS[1]} in
@OPTIONS@
        esac
        COMPREPLY=($(compgen -W "$(printf '%s\n' "$words" --help)" -- "$word")
            $(compgen -f -- "$word"))
    fi
}
complete -F _fraydesk fraydesk

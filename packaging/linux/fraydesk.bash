# Completion of fraydesk(1) for bash.
_fraydesk() {
    local word=${COMP_WORDS[COMP_CWORD]} IFS=$'\n'
    compopt -o filenames
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$(printf '%s\n' @WORDS@ --help --version)" -- "$word")
            $(compgen -f -X '!*.fray' -- "$word") $(compgen -d -- "$word"))
    else
        COMPREPLY=($(compgen -W "$(printf '%s\n' --help --json)" -- "$word")
            $(compgen -f -- "$word"))
    fi
}
complete -F _fraydesk fraydesk

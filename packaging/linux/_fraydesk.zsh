#compdef fraydesk
# Completion of fraydesk(1) for zsh.
local -a taken commands=(
@COMMANDS@
)
if ((CURRENT == 2)); then
    _describe command commands
    _files -g '*.fray'
    _arguments '--help[what there is]' '--selftest[try the program]' '--version[the versions]'
else
    case $words[2] in
@OPTIONS@
    esac
    _arguments '--help[what the command takes]' $taken '*:file:_files'
fi

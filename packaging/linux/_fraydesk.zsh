#compdef fraydesk
# Completion of fraydesk(1) for zsh.
local -a commands=(
@COMMANDS@
)
if ((CURRENT == 2)); then
    _describe command commands
    _files -g '*.fray'
    _arguments '--help[what there is]' '--version[the versions]'
else
    _arguments '--help[what the command takes]' '--json[print JSON]' '*:file:_files'
fi

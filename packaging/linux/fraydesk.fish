# Completion of fraydesk(1) for fish.
complete -c fraydesk -n __fish_use_subcommand -l help -d 'what there is'
complete -c fraydesk -n __fish_use_subcommand -l version -d 'the versions'
complete -c fraydesk -n __fish_use_subcommand -l selftest -d 'try the program'
complete -c fraydesk -n 'not __fish_use_subcommand' -l help -d 'what the command takes'
@COMMANDS@

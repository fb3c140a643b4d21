function __shelf_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __shelf_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __shelf_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __shelf_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __shelf_parse_tokens -S
    set -l unparsed_tokens (__shelf_tokens -pc)
    switch $unparsed_tokens[1]
    case 'shelf'
        __shelf_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'table'
            __shelf_parse_subcommand 1 'c=+' 'size=' 'color=' 'charset=' 'format=' 'table=' 'query=' 'group-by=' 'shape=' 'verify' 'json' 'plain' 'no-input' 'q/quiet' 'X/no-rc' 'init=' 'keep-going' 'echo' 'then-interactive' 'version' 'h/help'
        case 'run'
            __shelf_parse_subcommand -r 1 'check' 'c=+' 'size=' 'color=' 'charset=' 'format=' 'table=' 'query=' 'group-by=' 'shape=' 'verify' 'json' 'plain' 'no-input' 'q/quiet' 'X/no-rc' 'init=' 'keep-going' 'echo' 'then-interactive' 'version' 'h/help'
        case 'test'
            __shelf_parse_subcommand -r 1 'update=' 'review' 'filter=' 'jobs=' 'format=' 'fail-fast' 'watch' 'context=' 'timeout=' 'version' 'h/help'
        case 'lesson'
            __shelf_parse_subcommand 1 'no-progress' 'c=+' 'size=' 'color=' 'charset=' 'format=' 'table=' 'query=' 'group-by=' 'shape=' 'verify' 'json' 'plain' 'no-input' 'q/quiet' 'X/no-rc' 'init=' 'keep-going' 'echo' 'then-interactive' 'version' 'h/help'
        case 'evaluate'
            __shelf_parse_subcommand 1 'version' 'h/help'
        case 'completions'
            __shelf_parse_subcommand 1 'version' 'h/help'
        case 'help'
            __shelf_parse_subcommand -r 1 'version'
        end
    end
end

function __shelf_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __shelf_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __shelf_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __shelf_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__shelf_tokens -p)
    if test -z "$(__shelf_tokens -t)"
        set -l index (count (__shelf_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'shelf' -f
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf" version' -l 'version' -d 'Show the version.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_positional "shelf" -eq 1' -fa 'table' -d 'A shell for tables of tables.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_positional "shelf" -eq 1' -fa 'run' -d 'Run files of commands.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_positional "shelf" -eq 1' -fa 'test' -d 'Run the sessions in Markdown pages and compare their output.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_positional "shelf" -eq 1' -fa 'lesson' -d 'Learn by doing, in short lessons.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_positional "shelf" -eq 1' -fa 'evaluate' -d 'Answer predicates, one line of JSON each.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_positional "shelf" -eq 1' -fa 'completions' -d 'Print a completion script for bash, zsh or fish.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_positional "shelf" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table"' -s 'c' -d 'Run a command; may be given several times, in order.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" size' -l 'size' -d 'The table\'s viewport, in characters.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" color' -l 'color' -d 'When to use colours: auto, always or never.' -rfka 'auto always never'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" charset' -l 'charset' -d 'Characters for borders and marks: unicode or ascii.' -rfka 'unicode ascii'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" format' -l 'format' -d 'Take the data for this format: json, ndjson, plist or sqlite.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" table' -l 'table' -d 'The table or view of a database.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" query' -l 'query' -d 'A query over a database, in SQL; it may only read.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" group-by' -l 'group-by' -d 'The column of a database whose values make sections.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" shape' -l 'shape' -d 'How the data maps to the table: sections=PATH,rows=PATH,items=PATH,title=KEY.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" verify' -l 'verify' -d 'Check the whole file before the first command, however large it is.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" json' -l 'json' -d 'Print one JSON object for each command.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" plain' -l 'plain' -d 'Print records as fields separated by tabs.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" no-input' -l 'no-input' -d 'Fail instead of prompting.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" q quiet' -s 'q' -l 'quiet' -d 'Print no banner.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" X no-rc' -s 'X' -l 'no-rc' -d 'Do not read the file of start-up commands.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" init' -l 'init' -d 'Read this file of start-up commands instead.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" keep-going' -l 'keep-going' -d 'Go on after a command that failed.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" echo' -l 'echo' -d 'Print each command before its output.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" then-interactive' -l 'then-interactive' -d 'Go on at a prompt after the commands of -c.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" version' -l 'version' -d 'Show the version.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf table" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" check' -l 'check' -d 'Parse without running and report every error.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run"' -s 'c' -d 'Run a command; may be given several times, in order.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" size' -l 'size' -d 'The table\'s viewport, in characters.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" color' -l 'color' -d 'When to use colours: auto, always or never.' -rfka 'auto always never'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" charset' -l 'charset' -d 'Characters for borders and marks: unicode or ascii.' -rfka 'unicode ascii'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" format' -l 'format' -d 'Take the data for this format: json, ndjson, plist or sqlite.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" table' -l 'table' -d 'The table or view of a database.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" query' -l 'query' -d 'A query over a database, in SQL; it may only read.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" group-by' -l 'group-by' -d 'The column of a database whose values make sections.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" shape' -l 'shape' -d 'How the data maps to the table: sections=PATH,rows=PATH,items=PATH,title=KEY.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" verify' -l 'verify' -d 'Check the whole file before the first command, however large it is.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" json' -l 'json' -d 'Print one JSON object for each command.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" plain' -l 'plain' -d 'Print records as fields separated by tabs.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" no-input' -l 'no-input' -d 'Fail instead of prompting.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" q quiet' -s 'q' -l 'quiet' -d 'Print no banner.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" X no-rc' -s 'X' -l 'no-rc' -d 'Do not read the file of start-up commands.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" init' -l 'init' -d 'Read this file of start-up commands instead.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" keep-going' -l 'keep-going' -d 'Go on after a command that failed.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" echo' -l 'echo' -d 'Print each command before its output.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" then-interactive' -l 'then-interactive' -d 'Go on at a prompt after the commands of -c.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" version' -l 'version' -d 'Show the version.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf run" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" update' -l 'update' -d 'Rewrite expected output: new, failed, all or none; failed without a value.' -rfka 'none new failed all'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" review' -l 'review' -d 'Show each difference and ask whether to accept it.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" filter' -l 'filter' -d 'Only inputs whose name (heading / input) a regular expression matches.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" jobs' -l 'jobs' -d 'How many pages run at a time.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" format' -l 'format' -d 'The form of the report: pretty, tap, junit or json.' -rfka 'pretty tap junit json'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" fail-fast' -l 'fail-fast' -d 'Stop at the first input that fails.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" watch' -l 'watch' -d 'Run again whenever a page changes.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" context' -l 'context' -d 'How many lines are shown around a change.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" timeout' -l 'timeout' -d 'How many seconds an input may take.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" version' -l 'version' -d 'Show the version.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf test" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_positional "shelf lesson" -eq 1' -fka 'cells reuse identifiers jumps stale selection reloading updates strips images prefetching arranging'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" no-progress' -l 'no-progress' -d 'Begin at the start and remember nothing.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson"' -s 'c' -d 'Run a command; may be given several times, in order.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" size' -l 'size' -d 'The table\'s viewport, in characters.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" color' -l 'color' -d 'When to use colours: auto, always or never.' -rfka 'auto always never'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" charset' -l 'charset' -d 'Characters for borders and marks: unicode or ascii.' -rfka 'unicode ascii'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" format' -l 'format' -d 'Take the data for this format: json, ndjson, plist or sqlite.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" table' -l 'table' -d 'The table or view of a database.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" query' -l 'query' -d 'A query over a database, in SQL; it may only read.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" group-by' -l 'group-by' -d 'The column of a database whose values make sections.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" shape' -l 'shape' -d 'How the data maps to the table: sections=PATH,rows=PATH,items=PATH,title=KEY.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" verify' -l 'verify' -d 'Check the whole file before the first command, however large it is.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" json' -l 'json' -d 'Print one JSON object for each command.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" plain' -l 'plain' -d 'Print records as fields separated by tabs.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" no-input' -l 'no-input' -d 'Fail instead of prompting.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" q quiet' -s 'q' -l 'quiet' -d 'Print no banner.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" X no-rc' -s 'X' -l 'no-rc' -d 'Do not read the file of start-up commands.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" init' -l 'init' -d 'Read this file of start-up commands instead.' -rfka ''
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" keep-going' -l 'keep-going' -d 'Go on after a command that failed.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" echo' -l 'echo' -d 'Print each command before its output.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" then-interactive' -l 'then-interactive' -d 'Go on at a prompt after the commands of -c.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" version' -l 'version' -d 'Show the version.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf lesson" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf evaluate" version' -l 'version' -d 'Show the version.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf evaluate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_positional "shelf completions" -eq 1' -fka 'bash zsh fish'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf completions" version' -l 'version' -d 'Show the version.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf completions" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'shelf' -n '__shelf_should_offer_completions_for_flags_or_options "shelf help" version' -l 'version' -d 'Show the version.'

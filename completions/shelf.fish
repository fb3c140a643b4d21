# Completion of shelf for fish. Made by 'shelf completions fish'.

function __shelf_at
    set -l place start
    set -l takes_value no
    for word in (commandline -opc)[2..]
        if test $takes_value = yes
            set takes_value no
            continue
        end
        switch $word
            case '-c' '--size' '--color' '--charset' '--format' '--table' '--query' '--group-by' '--delimiter' '--header' '--quote' '--types' '--shape' '--limit' '--init' '--id' '--only' '--update' '--filter' '--jobs' '--context' '--timeout'
                set takes_value yes
            case '-?*'
            case run diff test lesson evaluate completions manual help
                set place $word
                break
            case '*'
                set place file
                break
        end
    end
    contains -- $place $argv
end

complete -c shelf -n '__shelf_at file' -f

complete -c shelf -n '__shelf_at start file' -s c -x -d 'Run a command; may be given several times, in order.'
complete -c shelf -n '__shelf_at start file' -l size -x -d 'The table\'s viewport, in characters.'
complete -c shelf -n '__shelf_at start file' -l color -x -a 'auto always never' -d 'When to use colours; auto without it.'
complete -c shelf -n '__shelf_at start file' -l charset -x -a 'unicode ascii' -d 'Characters for borders and marks; unicode without it.'
complete -c shelf -n '__shelf_at start file' -l format -x -a 'json ndjson csv tsv plist xml toml yaml cbor msgpack bson sqlite' -d 'Take the data for this format: json, ndjson, csv, tsv, plist, xml, toml, yaml, cbor, msgpack, bson or sqlite.'
complete -c shelf -n '__shelf_at start file' -l table -x -d 'The table or view of a database.'
complete -c shelf -n '__shelf_at start file' -l query -x -d 'A query over a database, in SQL; it may only read.'
complete -c shelf -n '__shelf_at start file' -l group-by -x -d 'The column of a database whose values make sections.'
complete -c shelf -n '__shelf_at start file' -l delimiter -x -d 'What stands between separated values, such as \';\' or tab.'
complete -c shelf -n '__shelf_at start file' -l header -x -a 'yes no' -d 'Whether the first line of separated values names the columns.'
complete -c shelf -n '__shelf_at start file' -l quote -x -a 'none' -d 'With none, quotes in separated values are characters like others.'
complete -c shelf -n '__shelf_at start file' -l types -x -a 'text' -d 'With text, separated values are texts and nothing else.'
complete -c shelf -n '__shelf_at start file' -l shape -x -d 'How the data maps to the table: sections=PATH,rows=PATH,items=PATH,title=KEY.'
complete -c shelf -n '__shelf_at start file' -l columns -d 'Show plain rows as a grid of columns from the start.'
complete -c shelf -n '__shelf_at start file' -l wait -d 'Wait for all of a pipe or a compressed file before anything is shown.'
complete -c shelf -n '__shelf_at start file' -l limit -x -d 'How much a compressed file may unpack to, or a pipe may give: 500M, 2G.'
complete -c shelf -n '__shelf_at start file' -l verify -d 'Check the whole file before the first command, however large it is.'
complete -c shelf -n '__shelf_at start file' -l json -d 'Print one JSON object for each command.'
complete -c shelf -n '__shelf_at start file' -l plain -d 'Print records as fields separated by tabs.'
complete -c shelf -n '__shelf_at start file' -l no-input -d 'Fail instead of prompting.'
complete -c shelf -n '__shelf_at start file' -l shell -d 'Let \'| COMMAND\' hand results to commands of the system\'s shell.'
complete -c shelf -n '__shelf_at start file' -s q -l quiet -d 'Print no banner.'
complete -c shelf -n '__shelf_at start file' -s X -l no-rc -d 'Do not read any file of start-up commands.'
complete -c shelf -n '__shelf_at start file' -l init -r -F -d 'Read this file of start-up commands instead of your own.'
complete -c shelf -n '__shelf_at start file' -l project-rc -d 'Read the file .shelfrc of the current folder as well, if there is one.'
complete -c shelf -n '__shelf_at start file' -l keep-going -d 'Go on after a command that failed.'
complete -c shelf -n '__shelf_at start file' -l echo -d 'Print each command before its output.'
complete -c shelf -n '__shelf_at start file' -l check -d 'Parse files of commands without running them and report every error.'
complete -c shelf -n '__shelf_at start file' -l then-interactive -d 'Go on at a prompt after the commands of -c or of a script.'
complete -c shelf -n '__shelf_at start file' -l browse -d 'Show the table on the whole screen; \'q\' leads to the prompt.'
complete -c shelf -n '__shelf_at start file' -l version -d 'Show the version.'
complete -c shelf -n '__shelf_at start file' -s h -l help -d 'Show help information.'

complete -c shelf -n '__shelf_at start' -a run -d 'Run files of commands.'
complete -c shelf -n '__shelf_at run' -s c -x -d 'Run a command; may be given several times, in order.'
complete -c shelf -n '__shelf_at run' -l size -x -d 'The table\'s viewport, in characters.'
complete -c shelf -n '__shelf_at run' -l color -x -a 'auto always never' -d 'When to use colours; auto without it.'
complete -c shelf -n '__shelf_at run' -l charset -x -a 'unicode ascii' -d 'Characters for borders and marks; unicode without it.'
complete -c shelf -n '__shelf_at run' -l format -x -a 'json ndjson csv tsv plist xml toml yaml cbor msgpack bson sqlite' -d 'Take the data for this format: json, ndjson, csv, tsv, plist, xml, toml, yaml, cbor, msgpack, bson or sqlite.'
complete -c shelf -n '__shelf_at run' -l table -x -d 'The table or view of a database.'
complete -c shelf -n '__shelf_at run' -l query -x -d 'A query over a database, in SQL; it may only read.'
complete -c shelf -n '__shelf_at run' -l group-by -x -d 'The column of a database whose values make sections.'
complete -c shelf -n '__shelf_at run' -l delimiter -x -d 'What stands between separated values, such as \';\' or tab.'
complete -c shelf -n '__shelf_at run' -l header -x -a 'yes no' -d 'Whether the first line of separated values names the columns.'
complete -c shelf -n '__shelf_at run' -l quote -x -a 'none' -d 'With none, quotes in separated values are characters like others.'
complete -c shelf -n '__shelf_at run' -l types -x -a 'text' -d 'With text, separated values are texts and nothing else.'
complete -c shelf -n '__shelf_at run' -l shape -x -d 'How the data maps to the table: sections=PATH,rows=PATH,items=PATH,title=KEY.'
complete -c shelf -n '__shelf_at run' -l columns -d 'Show plain rows as a grid of columns from the start.'
complete -c shelf -n '__shelf_at run' -l wait -d 'Wait for all of a pipe or a compressed file before anything is shown.'
complete -c shelf -n '__shelf_at run' -l limit -x -d 'How much a compressed file may unpack to, or a pipe may give: 500M, 2G.'
complete -c shelf -n '__shelf_at run' -l verify -d 'Check the whole file before the first command, however large it is.'
complete -c shelf -n '__shelf_at run' -l json -d 'Print one JSON object for each command.'
complete -c shelf -n '__shelf_at run' -l plain -d 'Print records as fields separated by tabs.'
complete -c shelf -n '__shelf_at run' -l no-input -d 'Fail instead of prompting.'
complete -c shelf -n '__shelf_at run' -l shell -d 'Let \'| COMMAND\' hand results to commands of the system\'s shell.'
complete -c shelf -n '__shelf_at run' -s q -l quiet -d 'Print no banner.'
complete -c shelf -n '__shelf_at run' -s X -l no-rc -d 'Do not read any file of start-up commands.'
complete -c shelf -n '__shelf_at run' -l init -r -F -d 'Read this file of start-up commands instead of your own.'
complete -c shelf -n '__shelf_at run' -l project-rc -d 'Read the file .shelfrc of the current folder as well, if there is one.'
complete -c shelf -n '__shelf_at run' -l keep-going -d 'Go on after a command that failed.'
complete -c shelf -n '__shelf_at run' -l echo -d 'Print each command before its output.'
complete -c shelf -n '__shelf_at run' -l check -d 'Parse files of commands without running them and report every error.'
complete -c shelf -n '__shelf_at run' -l then-interactive -d 'Go on at a prompt after the commands of -c or of a script.'
complete -c shelf -n '__shelf_at run' -l browse -d 'Show the table on the whole screen; \'q\' leads to the prompt.'
complete -c shelf -n '__shelf_at run' -l version -d 'Show the version.'
complete -c shelf -n '__shelf_at run' -s h -l help -d 'Show help information.'

complete -c shelf -n '__shelf_at start' -a diff -d 'Say what two files differ in, at every level.'
complete -c shelf -n '__shelf_at diff' -l json -d 'Print the JSON patch (RFC 6902) that makes the newer document of the older one.'
complete -c shelf -n '__shelf_at diff' -l id -x -d 'The key that names records.'
complete -c shelf -n '__shelf_at diff' -l only -x -a 'added removed moved changed' -d 'Only differences of some kinds: added,removed,moved,changed.'
complete -c shelf -n '__shelf_at diff' -l format -x -a 'json ndjson csv tsv plist xml toml yaml cbor msgpack bson sqlite' -d 'Take both files for this format.'
complete -c shelf -n '__shelf_at diff' -l table -x -d 'The table or view of databases.'
complete -c shelf -n '__shelf_at diff' -l color -x -a 'auto always never' -d 'When to use colours; auto without it.'
complete -c shelf -n '__shelf_at diff' -l charset -x -a 'unicode ascii' -d 'Characters for marks in messages: unicode or ascii; unicode without it.'
complete -c shelf -n '__shelf_at diff' -l version -d 'Show the version.'
complete -c shelf -n '__shelf_at diff' -s h -l help -d 'Show help information.'

complete -c shelf -n '__shelf_at start' -a test -d 'Run the sessions in Markdown pages and compare their output.'
complete -c shelf -n '__shelf_at test' -l update -x -a 'none new failed all' -d 'Rewrite expected output: new, failed, all or none; failed without a value.'
complete -c shelf -n '__shelf_at test' -l review -d 'Show each difference and ask whether to accept it.'
complete -c shelf -n '__shelf_at test' -l no-input -d 'Fail instead of asking.'
complete -c shelf -n '__shelf_at test' -l filter -x -d 'Only inputs whose name (heading / input) a regular expression matches.'
complete -c shelf -n '__shelf_at test' -l jobs -x -d 'How many pages run at a time.'
complete -c shelf -n '__shelf_at test' -l format -x -a 'pretty tap junit json' -d 'The form of the report: pretty, tap, junit or json.'
complete -c shelf -n '__shelf_at test' -l charset -x -a 'unicode ascii' -d 'Characters for marks in the report: unicode or ascii; unicode without it.'
complete -c shelf -n '__shelf_at test' -l fail-fast -d 'Stop at the first input that fails.'
complete -c shelf -n '__shelf_at test' -l watch -d 'Run again whenever a page changes.'
complete -c shelf -n '__shelf_at test' -l context -x -d 'How many lines are shown around a change.'
complete -c shelf -n '__shelf_at test' -l timeout -x -d 'How many seconds an input may take.'
complete -c shelf -n '__shelf_at test' -l version -d 'Show the version.'
complete -c shelf -n '__shelf_at test' -s h -l help -d 'Show help information.'

complete -c shelf -n '__shelf_at start' -a lesson -d 'Learn by doing, in short lessons.'
complete -c shelf -n '__shelf_at lesson' -f -a 'cells reuse identifiers jumps stale selection reloading updates strips images prefetching arranging'
complete -c shelf -n '__shelf_at lesson' -l no-progress -d 'Begin at the start and remember nothing.'
complete -c shelf -n '__shelf_at lesson' -s c -x -d 'Run a command; may be given several times, in order.'
complete -c shelf -n '__shelf_at lesson' -l size -x -d 'The table\'s viewport, in characters.'
complete -c shelf -n '__shelf_at lesson' -l color -x -a 'auto always never' -d 'When to use colours; auto without it.'
complete -c shelf -n '__shelf_at lesson' -l charset -x -a 'unicode ascii' -d 'Characters for borders and marks; unicode without it.'
complete -c shelf -n '__shelf_at lesson' -l format -x -a 'json ndjson csv tsv plist xml toml yaml cbor msgpack bson sqlite' -d 'Take the data for this format: json, ndjson, csv, tsv, plist, xml, toml, yaml, cbor, msgpack, bson or sqlite.'
complete -c shelf -n '__shelf_at lesson' -l table -x -d 'The table or view of a database.'
complete -c shelf -n '__shelf_at lesson' -l query -x -d 'A query over a database, in SQL; it may only read.'
complete -c shelf -n '__shelf_at lesson' -l group-by -x -d 'The column of a database whose values make sections.'
complete -c shelf -n '__shelf_at lesson' -l delimiter -x -d 'What stands between separated values, such as \';\' or tab.'
complete -c shelf -n '__shelf_at lesson' -l header -x -a 'yes no' -d 'Whether the first line of separated values names the columns.'
complete -c shelf -n '__shelf_at lesson' -l quote -x -a 'none' -d 'With none, quotes in separated values are characters like others.'
complete -c shelf -n '__shelf_at lesson' -l types -x -a 'text' -d 'With text, separated values are texts and nothing else.'
complete -c shelf -n '__shelf_at lesson' -l shape -x -d 'How the data maps to the table: sections=PATH,rows=PATH,items=PATH,title=KEY.'
complete -c shelf -n '__shelf_at lesson' -l columns -d 'Show plain rows as a grid of columns from the start.'
complete -c shelf -n '__shelf_at lesson' -l wait -d 'Wait for all of a pipe or a compressed file before anything is shown.'
complete -c shelf -n '__shelf_at lesson' -l limit -x -d 'How much a compressed file may unpack to, or a pipe may give: 500M, 2G.'
complete -c shelf -n '__shelf_at lesson' -l verify -d 'Check the whole file before the first command, however large it is.'
complete -c shelf -n '__shelf_at lesson' -l json -d 'Print one JSON object for each command.'
complete -c shelf -n '__shelf_at lesson' -l plain -d 'Print records as fields separated by tabs.'
complete -c shelf -n '__shelf_at lesson' -l no-input -d 'Fail instead of prompting.'
complete -c shelf -n '__shelf_at lesson' -l shell -d 'Let \'| COMMAND\' hand results to commands of the system\'s shell.'
complete -c shelf -n '__shelf_at lesson' -s q -l quiet -d 'Print no banner.'
complete -c shelf -n '__shelf_at lesson' -s X -l no-rc -d 'Do not read any file of start-up commands.'
complete -c shelf -n '__shelf_at lesson' -l init -r -F -d 'Read this file of start-up commands instead of your own.'
complete -c shelf -n '__shelf_at lesson' -l project-rc -d 'Read the file .shelfrc of the current folder as well, if there is one.'
complete -c shelf -n '__shelf_at lesson' -l keep-going -d 'Go on after a command that failed.'
complete -c shelf -n '__shelf_at lesson' -l echo -d 'Print each command before its output.'
complete -c shelf -n '__shelf_at lesson' -l check -d 'Parse files of commands without running them and report every error.'
complete -c shelf -n '__shelf_at lesson' -l then-interactive -d 'Go on at a prompt after the commands of -c or of a script.'
complete -c shelf -n '__shelf_at lesson' -l browse -d 'Show the table on the whole screen; \'q\' leads to the prompt.'
complete -c shelf -n '__shelf_at lesson' -l version -d 'Show the version.'
complete -c shelf -n '__shelf_at lesson' -s h -l help -d 'Show help information.'

complete -c shelf -n '__shelf_at start' -a evaluate -d 'Answer predicates, one line of JSON each.'
complete -c shelf -n '__shelf_at evaluate' -l version -d 'Show the version.'
complete -c shelf -n '__shelf_at evaluate' -s h -l help -d 'Show help information.'

complete -c shelf -n '__shelf_at start' -a completions -d 'Print a completion script for bash, zsh or fish.'
complete -c shelf -n '__shelf_at completions' -f -a 'bash zsh fish'
complete -c shelf -n '__shelf_at completions' -l version -d 'Show the version.'
complete -c shelf -n '__shelf_at completions' -s h -l help -d 'Show help information.'

complete -c shelf -n '__shelf_at start' -a manual -d 'Print the manual page, for man.'
complete -c shelf -n '__shelf_at manual' -f
complete -c shelf -n '__shelf_at manual' -l version -d 'Show the version.'
complete -c shelf -n '__shelf_at manual' -s h -l help -d 'Show help information.'

complete -c shelf -n '__shelf_at start' -a help -d 'Show subcommand help information.'
complete -c shelf -n '__shelf_at help' -f
complete -c shelf -n '__shelf_at help' -l version -d 'Show the version.'

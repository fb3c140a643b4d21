# Completion of shelf for bash. Made by 'shelf completions bash'.

_shelf() {
    local current="${COMP_WORDS[COMP_CWORD]}" command="" option="" word
    local -i operands=0 index
    COMPREPLY=()
    for ((index = 1; index < COMP_CWORD; index++)); do
        word="${COMP_WORDS[index]}"
        # '--color=never' arrives as three words.
        [[ "${word}" == "=" ]] && continue
        if [[ -n "${option}" ]]; then
            option=""
            continue
        fi
        case "${word}" in
        -c | --size | --color | --charset | --format | --table | --query | --group-by | --key | --delimiter | --header | --quote | --types | --shape | --limit | --as | --init | --id | --only | --update | --assignment | --filter | --jobs | --context | --timeout)
            option="${word}"
            ;;
        -?*) ;;
        run | diff | test | lesson | evaluate | completions | manual | help)
            if [[ -z "${command}" ]] && ((operands == 0)); then
                command="${word}"
            else
                ((operands++))
            fi
            ;;
        *)
            ((operands++))
            ;;
        esac
    done
    [[ "${current}" == "=" ]] && current=""
    if [[ -n "${option}" ]]; then
        _shelf_values
    elif [[ "${current}" == -* ]]; then
        _shelf_options
    else
        _shelf_operands
    fi
}

# Answers with those of the words given that begin with what was typed.
_shelf_answer() {
    local answer
    while IFS= read -r answer; do
        COMPREPLY+=("${answer}")
    done < <(compgen -W "$1" -- "${current}")
}

_shelf_values() {
    case "${command}:${option}" in
    :--color | run:--color | diff:--color | lesson:--color)
        _shelf_answer "auto always never"
        ;;
    :--charset | run:--charset | diff:--charset | test:--charset | lesson:--charset)
        _shelf_answer "unicode ascii"
        ;;
    :--format | run:--format | diff:--format | lesson:--format)
        _shelf_answer "json ndjson csv tsv plist feed xml toml yaml cbor msgpack bson sqlite postgres"
        ;;
    :--header | run:--header | lesson:--header)
        _shelf_answer "yes no"
        ;;
    :--quote | run:--quote | lesson:--quote)
        _shelf_answer "none"
        ;;
    :--types | run:--types | lesson:--types)
        _shelf_answer "text"
        ;;
    :--as | run:--as | lesson:--as)
        _shelf_answer "sections rows"
        ;;
    :--init | run:--init | lesson:--init)
        :
        ;;
    diff:--only)
        _shelf_answer "added removed moved changed"
        ;;
    test:--update)
        _shelf_answer "none new failed all"
        ;;
    test:--assignment)
        :
        ;;
    test:--format)
        _shelf_answer "pretty tap junit json"
        ;;
    *)
        compopt +o default
        ;;
    esac
}

_shelf_options() {
    case "${command}" in
    "")
        _shelf_answer "-c --size --color --charset --format --table --query --group-by --key --delimiter --header --quote --types --lenient --skip-bad-lines --shape --columns --wait --limit --follow --as --verify --json --plain --no-input --shell -q --quiet -X --no-rc --init --project-rc --keep-going --echo --check --then-interactive --browse --no-network --version -h --help"
        ;;
    run)
        _shelf_answer "-c --size --color --charset --format --table --query --group-by --key --delimiter --header --quote --types --lenient --skip-bad-lines --shape --columns --wait --limit --follow --as --verify --json --plain --no-input --shell -q --quiet -X --no-rc --init --project-rc --keep-going --echo --check --then-interactive --browse --no-network --version -h --help"
        ;;
    diff)
        _shelf_answer "--json --id --only --format --table --color --charset --version -h --help"
        ;;
    test)
        _shelf_answer "--update --assignment --review --no-input --filter --jobs --format --charset --fail-fast --watch --context --timeout --version -h --help"
        ;;
    lesson)
        _shelf_answer "--no-progress --handout --answers -c --size --color --charset --format --table --query --group-by --key --delimiter --header --quote --types --lenient --skip-bad-lines --shape --columns --wait --limit --follow --as --verify --json --plain --no-input --shell -q --quiet -X --no-rc --init --project-rc --keep-going --echo --check --then-interactive --browse --no-network --version -h --help"
        ;;
    evaluate)
        _shelf_answer "--version -h --help"
        ;;
    completions)
        _shelf_answer "--version -h --help"
        ;;
    manual)
        _shelf_answer "--version -h --help"
        ;;
    help)
        _shelf_answer "--version"
        ;;
    esac
}

_shelf_operands() {
    case "${command}" in
    "")
        _shelf_answer "run diff test lesson evaluate completions manual help"; ((${#COMPREPLY[@]})) && compopt -o filenames && while IFS= read -r word; do COMPREPLY+=("${word}"); done < <(compgen -f -- "${current}")
        ;;
    run)
        :
        ;;
    diff)
        if ((operands == 0)); then :; else compopt +o default; fi
        ;;
    test)
        :
        ;;
    lesson)
        _shelf_answer "cells reuse identifiers styles dequeue savings stale preparing callbacks selection jumps asking order reloading own-table heights sections updates snapshots strips places memory images prefetching tiers virtual frames positions exploring testing"
        ;;
    evaluate)
        if ((operands == 0)); then :; else compopt +o default; fi
        ;;
    completions)
        if ((operands == 0)); then _shelf_answer "bash zsh fish"; else compopt +o default; fi
        ;;
    manual)
        compopt +o default
        ;;
    help)
        compopt +o default
        ;;
    esac
}

complete -o default -F _shelf shelf

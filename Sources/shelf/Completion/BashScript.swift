/// The completion script for bash 4 and later.
///
/// Where files may stand, nothing is answered, and `-o default` lets the shell's own completion of
/// files do the work: it knows about quotes, tildes and folders.
struct BashScript {
  let commands: [CompletedCommand]

  var text: String {
    """
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
            \(valueOptionNames))
                option="${word}"
                ;;
            -?*) ;;
            \(words))
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
    \(valueCases)
        *)
            compopt +o default
            ;;
        esac
    }

    _shelf_options() {
        case "${command}" in
    \(optionCases)
        esac
    }

    _shelf_operands() {
        case "${command}" in
    \(operandCases)
        esac
    }

    complete -o default -F _shelf shelf

    """
  }

  private var words: String { commands.compactMap(\.word).joined(separator: " | ") }

  private var valueOptionNames: String {
    CompletedCommand.valueOptions(of: commands).flatMap(\.names).joined(separator: " | ")
  }

  private var valueCases: String {
    var patterns: [(option: CompletedCommand.Option, places: [String])] = []
    for command in commands {
      for option in command.options where option.values != nil {
        let places = option.names.map { "\(command.word ?? ""):\($0)" }
        let known = patterns.firstIndex {
          $0.option.names == option.names && $0.option.values == option.values
        }
        if let known {
          patterns[known].places += places
        } else {
          patterns.append((option, places))
        }
      }
    }
    return patterns.compactMap { option, places in
      let places = places.joined(separator: " | ")
      switch option.values {
      case .choices(let values): return choice(places, Self.answer(values))
      case .files: return choice(places, ":")
      case .text, nil: return nil
      }
    }.joined(separator: "\n")
  }

  private var optionCases: String {
    commands.map { command in
      choice(Self.pattern(command), Self.answer(command.options.flatMap(\.names)))
    }.joined(separator: "\n")
  }

  private var operandCases: String {
    commands.map { choice(Self.pattern($0), operands(of: $0)) }.joined(separator: "\n")
  }

  private func operands(of command: CompletedCommand) -> String {
    let none = "compopt +o default"
    let offer: String
    switch command.operands {
    case .choices(let values): offer = Self.answer(values)
    case .files where command.word == nil: offer = wordsAndFiles
    case .files: offer = ":"
    case .text, nil: return none
    }
    return command.takesManyOperands
      ? offer : "if ((operands == 0)); then \(offer); else \(none); fi"
  }

  /// Only where a word of the program fits, files have to be listed beside it.
  private var wordsAndFiles: String {
    let words = commands.compactMap(\.word)
    return Self.answer(words)
      + #"; ((${#COMPREPLY[@]})) && compopt -o filenames && "#
      + #"while IFS= read -r word; do COMPREPLY+=("${word}"); done < <(compgen -f -- "${current}")"#
  }

  private static func pattern(_ command: CompletedCommand) -> String { command.word ?? "\"\"" }

  private static func answer(_ words: [String]) -> String {
    "_shelf_answer \"\(words.joined(separator: " "))\""
  }

  private func choice(_ pattern: String, _ action: String) -> String {
    "    \(pattern))\n        \(action)\n        ;;"
  }
}

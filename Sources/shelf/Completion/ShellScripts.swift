/// The completion script for zsh 5.8 and later.
struct ZshScript {
  let commands: [CompletedCommand]

  var text: String {
    """
    #compdef shelf
    # Completion of shelf for zsh. Made by 'shelf completions zsh'.

    _shelf() {
        local curcontext="${curcontext}" state line
        local -A opt_args
        local -a specs
        specs=(
    \(specs(of: program))
        )
        _arguments -C -S -s : "${specs[@]}" '(-): :_shelf_start' '(-)*:: :->rest' && return 0
        [[ "${state}" == rest ]] || return 1
        case "${words[1]}" in
    \(commands.filter { $0.word != nil }.map(choice).joined(separator: "\n"))
        *)
            _arguments -S -s : "${specs[@]}" '*:file:_files'
            ;;
        esac
    }

    _shelf_start() {
        local -a commands
        commands=(
    \(words)
        )
        _alternative 'commands:command:{ _describe -t commands command commands }' \\
            'files:file:_files'
    }

    if [[ "${funcstack[1]}" == _shelf ]]; then
        _shelf "$@"
    else
        compdef _shelf shelf
    fi

    """
  }

  private var program: [CompletedCommand.Option] {
    commands.first { $0.word == nil }?.options ?? []
  }

  private var words: String {
    commands.compactMap { command in
      command.word.map { "        " + Self.quoted("\($0):\(Self.escaped(command.summary))") }
    }.joined(separator: "\n")
  }

  private func choice(_ command: CompletedCommand) -> String {
    var lines = ["    \(command.word ?? ""))", "        specs=(", specs(of: command.options)]
    if let operands = command.operands {
      let place = command.takesManyOperands ? "*" : "1"
      lines.append("            " + Self.quoted("\(place):\(Self.action(operands))"))
    }
    lines += ["        )", #"        _arguments -S -s : "${specs[@]}""#, "        ;;"]
    return lines.joined(separator: "\n")
  }

  private func specs(of options: [CompletedCommand.Option]) -> String {
    options.map { "            " + Self.spec($0) }.joined(separator: "\n")
  }

  private static func spec(_ option: CompletedCommand.Option) -> String {
    var tail =
      "[\(escaped(option.summary).replacing("[", with: "\\[").replacing("]", with: "\\]"))]"
    if let values = option.values { tail += ":" + action(values) }
    func name(_ name: String) -> String {
      option.values != nil && name.hasPrefix("--") ? name + "=" : name
    }
    if option.names.count == 1 {
      let mark = option.isRepeating ? "*" : ""
      return quoted(mark + option.names.map(name).joined() + tail)
    }
    let others = "(" + option.names.joined(separator: " ") + ")"
    return quoted(others) + "{" + option.names.map(name).joined(separator: ",") + "}" + quoted(tail)
  }

  /// What is offered in a place, with the place's name.
  private static func action(_ values: CompletedCommand.Values) -> String {
    switch values {
    case .text: "value: "
    case .files: "file:_files"
    case .choices(let words): "value:(\(words.joined(separator: " ")))"
    }
  }

  private static func escaped(_ text: String) -> String { text.replacing(":", with: "\\:") }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}

/// The completion script for fish 3.3 and later.
struct FishScript {
  let commands: [CompletedCommand]

  var text: String {
    ([head] + commands.map(lines)).joined(separator: "\n")
  }

  /// `__shelf_at` prints what stands behind `shelf`: nothing yet, a word of the program, or a file.
  private var head: String {
    """
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
                case \(valueOptions.map(Self.quoted).joined(separator: " "))
                    set takes_value yes
                case '-?*'
                case \(commands.compactMap(\.word).joined(separator: " "))
                    set place $word
                    break
                case '*'
                    set place file
                    break
            end
        end
        contains -- $place $argv
    end

    """
  }

  private var valueOptions: [String] {
    CompletedCommand.valueOptions(of: commands).flatMap(\.names)
  }

  private func lines(of command: CompletedCommand) -> String {
    let place = command.word ?? "start file"
    var lines: [String] = []
    if let word = command.word {
      lines.append(Self.line("start", "-a \(word) -d \(Self.quoted(command.summary))"))
    }
    if command.word != nil {
      switch command.operands {
      case .choices(let words): lines.append(Self.line(place, "-f -a \(Self.quoted(words))"))
      case .text, nil: lines.append(Self.line(place, "-f"))
      case .files: break
      }
    }
    lines += command.options.map { Self.line(place, Self.arguments($0)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func arguments(_ option: CompletedCommand.Option) -> String {
    let names = option.names.map { name in
      name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
    }
    let values: String? =
      switch option.values {
      case .text: "-x"
      case .files: "-r -F"
      case .choices(let words): "-x -a \(quoted(words))"
      case nil: nil
      }
    return (names + [values, "-d \(quoted(option.summary))"].compactMap { $0 })
      .joined(separator: " ")
  }

  private static func line(_ place: String, _ arguments: String) -> String {
    "complete -c shelf -n '__shelf_at \(place)' \(arguments)"
  }

  private static func quoted(_ words: [String]) -> String { quoted(words.joined(separator: " ")) }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}

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

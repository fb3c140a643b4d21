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
            _arguments -S -s : "${specs[@]}"
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

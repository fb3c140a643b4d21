/// The completion script for fish 3.3 and later.
struct FishScript {
  let commands: [CompletedCommand]

  var text: String {
    ([head] + commands.map(lines)).joined(separator: "\n")
  }

  /// `__shelf_at` tells what stands behind `shelf`: nothing yet, a word of the program, or a file.
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

    complete -c shelf -n '__shelf_at file' -f

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

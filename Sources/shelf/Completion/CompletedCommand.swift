import ArgumentParser
import Foundation

/// What may be typed behind `shelf`, as the scripts for the shells need it. It comes from what the
/// argument parser says about itself, so that scripts, help and messages cannot disagree.
struct CompletedCommand {
  /// What may stand in one place of a command line.
  enum Values: Equatable {
    /// Any text: there is nothing to offer.
    case text
    case files
    case choices([String])
  }

  struct Option {
    /// As they are typed: `-q`, `--quiet`.
    var names: [String]
    var summary: String
    /// nil for a flag.
    var values: Values?
    /// What its value is called.
    var valueName: String
    var isRepeating: Bool
  }

  /// The word behind `shelf`; nil where a file stands there, or nothing.
  var word: String?
  var summary: String
  var options: [Option]
  /// What stands behind the options; nil for nothing.
  var operands: Values?
  var takesManyOperands: Bool
}

extension CompletedCommand {
  /// The program without another word, then its words in the order of the help.
  ///
  /// - Parameter program: the one whose arguments are completed.
  static func all(of program: any ParsableCommand.Type) throws -> [CompletedCommand] {
    let dump = try JSONDecoder().decode(Dump.self, from: Data(program._dumpHelp().utf8))
    let commands = dump.command.subcommands ?? []
    return commands.map { command in
      let isProgram = command.commandName == dump.command.defaultSubcommand
      return CompletedCommand(command, word: isProgram ? nil : command.commandName)
    }
  }

  private init(_ command: Dump.Command, word: String?) {
    let shown = (command.arguments ?? []).filter(\.shouldDisplay)
    let operand = shown.first { $0.kind == "positional" }
    self.init(
      word: word, summary: command.abstract ?? "",
      options: shown.filter { $0.kind != "positional" }.map { argument in
        Option(
          names: (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name },
          summary: argument.abstract ?? "",
          values: argument.kind == "flag" ? nil : argument.values,
          valueName: argument.valueName ?? "value",
          isRepeating: argument.isRepeating)
      },
      operands: operand?.values, takesManyOperands: operand?.isRepeating ?? false)
  }

  /// The options with values of all these commands, each once: a shell has to know that the word
  /// behind one of them is not a file.
  static func valueOptions(of commands: [CompletedCommand]) -> [Option] {
    var seen: Set<[String]> = []
    return commands.flatMap(\.options).filter { $0.values != nil && seen.insert($0.names).inserted }
  }
}

/// The parts of the argument parser's description of a program that are used here.
private struct Dump: Decodable {
  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var defaultSubcommand: String?
    var subcommands: [Command]?
    var arguments: [Argument]?
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    struct Completion: Decodable {
      struct List: Decodable { var values: [String] }
      struct File: Decodable {}

      var list: List?
      var file: File?
    }

    var kind: String
    var shouldDisplay: Bool
    var isRepeating: Bool
    var abstract: String?
    var valueName: String?
    var names: [Name]?
    var completionKind: Completion?

    var values: CompletedCommand.Values {
      if let list = completionKind?.list { return .choices(list.values) }
      return completionKind?.file == nil ? .text : .files
    }
  }

  var command: Command
}

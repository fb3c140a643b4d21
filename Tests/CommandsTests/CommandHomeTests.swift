import CommandLanguage
import Foundation
import TestSeeds
import Testing
import Workspaces

@testable import Commands

/// A command is one file, in the folder of its group, and reads its words as it declares them.
@Suite struct CommandHomeTests {
  /// The files of a module by their paths in it, such as `Move/GotoCommand.swift`.
  private static func sources(
    of module: String = "Commands"
  ) throws -> [(path: String, text: String)] {
    let root = URL(filePath: Repository.path("Sources/\(module)/"), directoryHint: .isDirectory)
    let enumerator = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    return try enumerator.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { file in
        (
          String(file.path().dropFirst(root.path().count)),
          try String(contentsOf: file, encoding: .utf8)
        )
      }
  }

  @Test func everyCommandIsDeclaredInTheFolderOfItsGroup() throws {
    let sources = try Self.sources()
    let declaration = /static let declaration = Command\(\s*"([a-z-]+)"/
    var homes: [String: [String]] = [:]
    for (path, text) in sources {
      for match in text.matches(of: declaration) {
        homes[String(match.1), default: []].append(path)
      }
    }
    for command in CommandTable.standard.commands {
      let home = try #require(homes[command.name], "'\(command.name)' is not declared")
      #expect(home.count == 1, "'\(command.name)' is declared in \(home)")
      #expect(home[0].hasPrefix(command.group.title + "/"), "'\(command.name)' lives in \(home[0])")
    }
    #expect(homes.count == CommandTable.standard.commands.count)
  }

  /// Words of a form are told apart by the cases of a `Keyword`, which completion and help read, too.
  @Test func noCommandComparesTypedWordsWithLiterals() throws {
    let comparison = /\.(raw|text)\s*(==|!=)\s*"|\.(raw|text)\.hasPrefix\("|hasPrefix\("[a-z]+ "\)/
    let found = try Self.sources().filter { $0.text.contains(": ShelfCommand") }
      .flatMap { path, text in
        text.split(separator: "\n").filter { $0.contains(comparison) }.map { "\(path): \($0)" }
      }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  /// What completion offers is what the forms say: it knows no words and no names of parameters.
  @Test func completionComparesNoTypedWordsWithLiterals() throws {
    let comparison =
      /\.(raw|name)\b[^=\n]*(==|contains\()\s*"[a-z]|last == "[a-z]|CellCommand|SortCommand\.key/
    let found = try Self.sources().filter { $0.path.hasPrefix("Shell/Completion/") }
      .flatMap { path, text in
        text.split(separator: "\n").filter { $0.contains(comparison) }.map { "\(path): \($0)" }
      }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  /// An option that commands share is declared once.
  @Test func noTwoCommandsDeclareTheSameOption() throws {
    let option = /CommandOption\(\s*("[a-z-]+", nil, "[^"]+")\)/
    let all = try Self.sources().flatMap { $0.text.matches(of: option).map { String($0.1) } }
    #expect(Set(all).count == all.count, "\(all.sorted())")
  }

  /// What commands share stays small: what only one of them needs is its own, and what belongs to a
  /// table is the table's.
  @Test func theWorkspaceStaysSmall() throws {
    let part = /(?m)^(?:package )?(?:extension|struct) Workspace\b[^\n]*\{\n((?:.*\n)*?)\}$/
    let bodies = try Self.sources(of: "Workspaces").flatMap {
      $0.text.matches(of: part).map { String($0.1) }
    }
    let function = /(?m)^  (?:(?:package|static|mutating|fileprivate|private) )*(?:func |init\()/
    let functions = bodies.reduce(0) { $0 + $1.matches(of: function).count }
    #expect((30...40).contains(functions), "\(functions) functions")
    let mirror = Mirror(reflecting: Workspace())
    #expect(mirror.children.count <= 6)
  }
}

package import CommandLanguage
import Documents
package import Files
import PredicateLanguage
package import TableModel

/// Why a text that is JSON is no layout, and which of its values is at fault.
package struct LayoutError: Error, Sendable {
  package var problem: Problem
  /// The keys and positions that lead to the value.
  package var path: [FieldPath.Step]
  /// True when the key is wrong and not what stands behind it.
  package var isAboutKey = false

  package enum Problem: Sendable, Hashable {
    case unknownKey(String, of: String, known: [String])
    case unfitKey(String, of: String)
    case missingKey(String, of: String, hint: String)
    case wrongKind(expected: String, found: ValueKind)
    case unknownWord(String, for: String, known: [String])
    case badIdentifier(String)
    case takenName(String)
    case badPath(String)
    case outOfRange(String, allowed: ClosedRange<Int>)
    case badLength(String)
    case badSize
    case tooMany(String, limit: Int)
    case twice(String)
    case noSource(String)
    case severalSources([String])
    case overconstrained(String)
    case nestedParts
  }
}

extension LayoutError: CustomStringConvertible {
  package var description: String {
    switch problem {
    case .unknownKey(let key, let owner, _): "\(owner) has no key '\(key)'"
    case .unfitKey(let key, let owner): "'\(key)' means nothing for \(owner)"
    case .missingKey(let key, let owner, _): "\(owner) needs a key '\(key)'"
    case .wrongKind(let expected, let found): "expected \(expected), found \(Self.words(found))"
    case .unknownWord(let word, let key, _): "'\(word)' is not a valid \(key)"
    case .badIdentifier(let text): "'\(text)' can't be the name of a style"
    case .takenName(let name): "'\(name)' is taken by a built-in style"
    case .badPath(let text): "'\(text)' is not a key path"
    case .outOfRange(let key, let allowed):
      "'\(key)' must be a whole number from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .badLength(let text): "'\(text)' is not a length"
    case .badSize: "a size is a width and a height"
    case .tooMany(let what, let limit): "more than \(limit) \(what)"
    case .twice(let what): "\(what) appears here a second time"
    case .noSource(let owner): "\(owner) does not say what it shows"
    case .severalSources(let keys):
      "only one of \(keys.joined(separator: ", ")) can say what is shown"
    case .overconstrained(let axis): "\(axis) can't all be given"
    case .nestedParts: "a drawn view can't hold another one"
    }
  }

  /// What to do next.
  package var hint: String {
    switch problem {
    case .unknownKey(let word, _, let known), .unknownWord(let word, _, let known):
      CommandError.didYouMean(Spelling.matches(for: word, among: known))
        ?? "known: " + known.joined(separator: ", ")
    case .unfitKey: "leave it out"
    case .missingKey(_, _, let hint): hint
    case .wrongKind: "'help layouts' describes every key"
    case .badIdentifier: "use up to 64 letters, digits, '-', '_' and '.'"
    case .takenName: "choose another identifier"
    case .badPath: "key paths look like name, author.name or tags[0]"
    case .outOfRange: "points are whole numbers"
    case .badLength: "write points as a number, 12, or a share of the cell as \"25%\""
    case .badSize: "write it as [40, 4], in points"
    case .tooMany: "a cell with so many would not scroll"
    case .twice: "give each its own"
    case .noSource: "add \"text\", \"field\" or \"role\""
    case .severalSources: "keep one of them"
    case .overconstrained: "two of them determine the third"
    case .nestedParts: "put its parts beside the others"
    }
  }

  /// The error with its line and column in the file.
  package func located(in text: SourceText) -> CommandError {
    let offset = JSONReader.offset(of: path, in: text, ofKey: isAboutKey) ?? 0
    var error = CommandError(.layout(text.malformed(at: offset, description)))
    error.proposal = hint
    return error
  }

  private static func words(_ kind: ValueKind) -> String {
    switch kind {
    case .null: "null"
    case .bool: "true or false"
    default: kind.phrase
    }
  }
}

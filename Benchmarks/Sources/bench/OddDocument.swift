/// Documents of unusual shapes, the same bytes every time: one long list of scalars, one record of
/// many keys, one long text.
enum OddDocument: Hashable {
  /// A list of so many numbers.
  case scalars(Int)
  /// A list of one record with so many fields.
  case keys(Int)
  /// A list of one record with a text of so many million characters.
  case text(millions: Int)

  /// Goes up when the bytes change, so that an older file is not taken for it.
  private static let version = 1

  var name: String {
    switch self {
    case .scalars(let count): "scalars-v\(Self.version)-\(count).json"
    case .keys(let count): "keys-v\(Self.version)-\(count).json"
    case .text(let millions): "text-v\(Self.version)-\(millions)m.json"
    }
  }

  func write(to path: String) throws(BenchError) {
    var writer = try FileWriter(path: path)
    switch self {
    case .scalars(let count):
      for number in 0..<count { try writer.write("\(number == 0 ? "[" : ", ")\(number)") }
      try writer.write("]\n")
    case .keys(let count):
      for number in 0..<count {
        try writer.write(
          "\(number == 0 ? "[{" : ", ")\"key \(number)\": \"value number \(number)\"")
      }
      try writer.write("}]\n")
    case .text(let millions):
      try writer.write("[{\"title\": \"a long one\", \"text\": \"")
      let piece = String(repeating: "all the same words ", count: 50)
      for _ in 0..<millions * 1_000_000 / piece.utf8.count { try writer.write(piece) }
      try writer.write("\"}]\n")
    }
    try writer.finish()
  }
}

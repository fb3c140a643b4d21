import Asking
package import Documents
import Files
package import TableModel

extension CommandOption {
  package static let force = CommandOption("force", nil, "replace a file that exists")
}

extension Invocation {
  /// The form that an option or the ending of a file's name says.
  ///
  /// - Parameter known: the forms that there are, each with its word; the first one goes to standard
  ///   output where nothing is said.
  package func form<Form>(
    _ option: CommandOption, of file: Word, among known: [(word: String, form: Form)]
  ) throws(CommandError) -> Form {
    if let compression = Compression.of(named: file.text) {
      let name = Compression.innerName(file.text)
      throw CommandError(
        .impossible(
          "'\(file.text)' is the name of a compressed file, and none is written here",
          hint: "write '\(name)', and compress it afterwards: \(compression.packer) \(name)"),
        at: file.range)
    }
    let word = self.option(option)
    let ending = file.text.split(separator: ".").last.map(String.init) ?? ""
    let name = word?.text ?? (ending == "txt" ? "text" : ending)
    if let found = known.first(where: { $0.word == name }) { return found.form }
    if file.text == "-", word == nil, let first = known.first { return first.form }
    let expected = known.map(\.word).joined(separator: ", ")
    guard word == nil else {
      throw CommandError(
        .badValue(name, argument: "format", expected: expected), at: (word ?? file).range)
    }
    var error = CommandError(
      .badValue(
        file.text, argument: "name for a file without --format",
        expected: "one that ends in one of " + expected), at: file.range)
    let example = known.first.map { ": --format \($0.word)" } ?? ""
    error.proposal = "--format NAME says what the file's name does not" + example
    throw error
  }
}

extension CommandOption {
  /// The option that names one of some formats.
  package static func format(_ formats: [FileFormat], _ summary: String) -> CommandOption {
    CommandOption("format", Parameter("NAME", .choice(formats.map(\.name))), summary)
  }
}

/// Where a command writes to: a file, or standard output where its name is `-`.
package struct WrittenFile: Sendable {
  package let file: Word
  package let isReplacing: Bool

  package init(_ file: Word, isReplacing: Bool) {
    (self.file, self.isReplacing) = (file, isReplacing)
  }

  /// - Parameter endings: those that the file's name may have, if it has one: `svg`.
  /// - Throws: where the name says that it holds something else.
  package init(_ file: Word, endings: [String], isReplacing: Bool) throws(CommandError) {
    let parts = (file.text.split(separator: "/").last ?? "").split(separator: ".").dropFirst()
    if let ending = parts.last, !endings.contains(ending.lowercased()) {
      throw CommandError(
        .badValue(
          file.text, argument: "name for this file",
          expected: "one that ends in " + Words.choice(endings.map { "." + $0 })), at: file.range)
    }
    self.init(file, isReplacing: isReplacing)
  }

  package func write(_ text: String, in environment: Environment) throws(CommandError) -> Output {
    try write(in: environment) { take in try take(Array(text.utf8)) }
  }

  /// Writes the pieces that `content` gives to the function it is called with.
  package func write(
    in environment: Environment,
    _ content: (_ take: ([UInt8]) throws -> Void) throws -> Void
  ) throws(CommandError) -> Output {
    var output = Output("wrote \(file.text)")
    try environment.writing(file.text, at: file.range) {
      if file.text == "-" {
        var bytes: [UInt8] = []
        try content { bytes += $0 }
        output = Output(document: String(decoding: bytes, as: UTF8.self))
      } else {
        try environment.write(file.text, isReplacing, content)
      }
    }
    return output
  }
}

extension Environment {
  /// Runs what writes a file, and puts into words what goes wrong with it.
  ///
  /// - Throws: the file exists and is not to be replaced, it can't be written, or what it is made
  ///   of can't be read. No file is made then, and an older one stays as it was.
  package func writing(
    _ file: String, at range: Range<Int>? = nil, _ body: () throws -> Void
  ) throws(CommandError) {
    do {
      try body()
    } catch FileReplacement.Failure.exists {
      throw CommandError(
        .impossible("'\(file)' already exists", hint: "--force replaces it"), at: range)
    } catch let error as DataError {
      throw CommandError(.asking(error))
    } catch {
      throw CommandError(.file(path: file, reason: SystemMessage.text(of: error)), at: range)
    }
  }

  /// Writes the records of a source, while they are read.
  ///
  /// - Parameter form: what is written of a record.
  /// - Returns: what the format could not hold, in words.
  package func write(
    _ source: any TableSource, with writer: some RecordListWriter,
    _ take: ([UInt8]) throws -> Void,
    as form: (Address, Value) throws(DataError) -> Value = { _, value in value }
  ) throws -> [String] {
    var writer = writer
    var pieces = TextPieces(isInterrupted: isInterrupted)
    meter.begin(recordsOf: source)
    try source.scan { address, value throws(DataError) in
      meter.count()
      try writer.add(try form(address, value))
      return try pieces.handOn(&writer.output, to: take)
    }
    if pieces.failure == nil { try writer.finish() }
    try pieces.finish(&writer.output, to: take)
    return writer.losses.words
  }
}

/// Hands text on in pieces that are large enough to be worth a system call.
package struct TextPieces {
  package let isInterrupted: () -> Bool
  /// Why nobody takes any more.
  private(set) var failure: (any Error)?
  /// The size of a piece, in bytes.
  private static let size = 1 << 18

  package init(isInterrupted: @escaping () -> Bool) {
    self.isInterrupted = isInterrupted
  }

  /// How many bytes of an output are about to be handed on.
  package static func wholePiece(of output: [UInt8]) -> Int {
    output.count < size ? 0 : output.count
  }

  /// Hands on an output that has grown to a full piece, and empties it.
  ///
  /// - Returns: false when it was not taken.
  package mutating func handOn(
    _ output: inout [UInt8], to take: ([UInt8]) throws -> Void
  ) throws(DataError) -> Bool {
    if output.count < Self.size { return true }
    if isInterrupted() { throw .cancelled }
    do { try take(output) } catch { failure = error }
    output.removeAll(keepingCapacity: true)
    return failure == nil
  }

  /// Hands on what is left.
  ///
  /// - Throws: why a piece was not taken.
  package func finish(_ output: inout [UInt8], to take: ([UInt8]) throws -> Void) throws {
    if let failure { throw failure }
    try take(output)
  }
}

package import Files
package import TableModel

/// Reads property lists in their binary form, version 00.
///
/// Every offset, length and reference is checked before it is used. Objects that contain
/// themselves are refused, and so are files whose objects contain each other often enough to
/// unfold without end. Records keep the order in which the file lists their keys.
package struct BinaryPropertyListReader: ValueReader {
  let file: String
  let bytes: BinaryBytes
  let trailer: Trailer
  private var builder = ValueBuilder()
  private var frames: [Container] = []
  /// Scalars that were read before: writers refer to one text from many places.
  private var scalars: [Int: Value] = [:]
  private var isOpen: Set<Int> = []
  /// Following more references than this is following them without end.
  let mostObjects: Int
  private var budget: Int
  /// Long texts and data that many places refer to may unfold to this many bytes.
  let mostBytes: Int
  private var byteBudget: Int
  /// How many objects are read before the rest is left out; nil to read all.
  private var share: Int?

  /// A container that is open: its references lie one after another in the file.
  struct Container {
    var object: Int
    /// The byte of the first reference.
    var references: Int
    var count: Int
    /// The number of the child that comes next.
    var next = 0
    var isRecord: Bool

    /// The byte that refers to the next child, or to its key in a record.
    func place(_ trailer: Trailer) -> Int { references + next * trailer.referenceSize }

    /// How far behind its key the reference to a value stands.
    func keySpan(_ trailer: Trailer) -> Int { count * trailer.referenceSize }
  }

  /// - Throws: `DataError.damaged` with the byte where the damage shows, or `.tooDeep`.
  /// - Complexity: O(bytes).
  package static func read(_ text: SourceText, _ repeats: inout RepeatedKeys?) throws(DataError)
    -> Value
  {
    var reader = try BinaryPropertyListReader(text)
    defer { repeats = reader.builder.repeats }
    return try reader.readDocument()
  }

  package static func place(ofByte offset: Int, in text: SourceText) -> String { "byte \(offset)" }

  private init(_ text: SourceText) throws(DataError) {
    try self.init(file: text.file, BinaryBytes(text.bytes))
  }

  init(file: String, _ bytes: BinaryBytes) throws(DataError) {
    self.file = file
    self.bytes = bytes
    trailer = try Trailer(file: file, bytes: bytes)
    mostObjects = 100_000 + 4 * bytes.count
    budget = mostObjects
    mostBytes = 1 << 26 + 64 * bytes.count
    byteBudget = mostBytes
  }

  private mutating func readDocument() throws(DataError) -> Value {
    try readObject(trailer.top, referredFrom: bytes.count - Trailer.size)
  }

  /// The value of an object with all that it contains.
  ///
  /// - Parameters:
  ///   - place: the byte that refers to it, for errors.
  ///   - share: how many objects to read at most; where they are used up containers end.
  mutating func readObject(_ object: Int, referredFrom place: Int, share: Int? = nil)
    throws(DataError) -> Value
  {
    self.share = share
    try beginObject(object, referredFrom: place)
    while let frame = frames.last {
      if frame.next < frame.count, self.share ?? 1 > 0 {
        try readNext(of: frame)
      } else {
        frames.removeLast()
        isOpen.remove(frame.object)
        builder.end()
      }
    }
    return builder.take() ?? .null
  }

  func damaged(at byte: Int, _ message: String) -> DataError {
    .damaged(file: file, byte: byte, message: message)
  }

  /// The error of objects that would unfold without end, met at a reference.
  func unending(at place: Int) -> DataError {
    damaged(at: place, "objects that contain each other too many times over")
  }
}

extension BinaryPropertyListReader {
  /// The error of long texts that are referred to often enough to fill memory, met at a reference.
  func tooOften(at place: Int) -> DataError {
    damaged(
      at: place, "long texts in so many places that together they exceed \(mostBytes >> 20) MiB")
  }

  private mutating func readNext(of frame: Container) throws(DataError) {
    frames[frames.count - 1].next += 1
    var place = frame.place(trailer)
    if frame.isRecord {
      let key = try readScalar(reference(at: place), referredFrom: place)
      guard case .string(let key) = key else { throw damaged(at: place, "a key that is not text") }
      builder.add(key: key, at: place)
      place += frame.keySpan(trailer)
    }
    try beginObject(reference(at: place), referredFrom: place)
  }

  /// Adds a scalar, or opens a container whose references the main loop goes on to read.
  private mutating func beginObject(_ object: Int, referredFrom place: Int) throws(DataError) {
    budget -= 1
    share = share.map { $0 - 1 }
    guard budget > 0 else { throw unending(at: place) }
    let offset = try offset(of: object, referredFrom: place)
    guard isContainer(at: offset) else {
      builder.add(try readScalar(object, referredFrom: place))
      return
    }
    guard isOpen.insert(object).inserted else {
      throw damaged(at: place, "an object that contains itself")
    }
    if builder.isFull {
      throw .tooDeep(file: file, at: nil, limit: ValueBuilder.depthLimit)
    }
    let container = try container(object, at: offset)
    frames.append(container)
    if container.isRecord { builder.beginRecord() } else { builder.beginArray() }
  }

  /// Whether an array, a set or a dictionary begins at an offset.
  func isContainer(at offset: Int) -> Bool { [0xA0, 0xC0, 0xD0].contains(bytes[offset] & 0xF0) }

  /// The container that begins at an offset, its references checked to lie in the file.
  func container(_ object: Int, at offset: Int) throws(DataError) -> Container {
    let isRecord = bytes[offset] & 0xF0 == 0xD0
    let length = try self.length(at: offset)
    let width = trailer.referenceSize * (isRecord ? 2 : 1)
    try check(length.content, length.count, width, of: "a container")
    return Container(
      object: object, references: length.content, count: length.count, isRecord: isRecord)
  }

  /// True when a reading has left something out.
  var isExhausted: Bool { share.map { $0 <= 0 } ?? false }

  mutating func readScalar(_ object: Int, referredFrom place: Int)
    throws(DataError) -> Value
  {
    let offset = try offset(of: object, referredFrom: place)
    byteBudget -= try longSize(at: offset)
    guard byteBudget >= 0 else { throw tooOften(at: place) }
    if let known = scalars[object] { return known }
    let value = try scalar(at: offset)
    scalars[object] = value
    return value
  }

  /// The size of a text or of data, in bytes; 0 for short ones and for all else.
  func longSize(at offset: Int) throws(DataError) -> Int {
    switch bytes[offset] {
    case 0x4F, 0x5F: try length(at: offset).count
    case 0x6F: 2 * (try length(at: offset).count)
    default: 0
    }
  }

  /// Forgets scalars, so that a reader of many objects one after the other stays small.
  mutating func forgetScalars() {
    if scalars.count > Self.mostScalars { scalars.removeAll(keepingCapacity: true) }
  }

  private static let mostScalars = 1 << 12

  func offset(of object: Int, referredFrom place: Int) throws(DataError) -> Int {
    guard object < trailer.objectCount else {
      throw damaged(at: place, "a reference to object \(object) of \(trailer.objectCount)")
    }
    let entry = trailer.table + object * trailer.offsetSize
    let offset = bigEndian(at: entry, trailer.offsetSize)
    guard offset >= UInt64(Trailer.header.count), offset < UInt64(trailer.table) else {
      throw damaged(at: entry, "an object that lies outside the file's objects")
    }
    return Int(offset)
  }

  /// The number of the object that a reference names.
  func reference(at place: Int) -> Int {
    Int(clamping: bigEndian(at: place, trailer.referenceSize))
  }

  /// An unsigned number of 1 to 8 bytes, which the caller has checked to lie in the file.
  func bigEndian(at offset: Int, _ width: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<offset + width { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  /// Checks that a run of elements lies among the file's objects.
  func check(_ start: Int, _ count: Int, _ width: Int, of what: String) throws(DataError) {
    let size = count.multipliedReportingOverflow(by: width)
    guard !size.overflow, size.partialValue <= trailer.table - start else {
      throw damaged(at: start, "\(what) of \(count) that does not fit in the file")
    }
  }
}

extension BinaryPropertyListReader {
  /// The last 32 bytes: where the table of object offsets lies and how wide its numbers are.
  struct Trailer: Sendable {
    static let size = 32
    static let header: [UInt8] = Array("bplist00".utf8)

    let offsetSize: Int
    let referenceSize: Int
    let objectCount: Int
    let top: Int
    let table: Int

    init(file: String, bytes: BinaryBytes) throws(DataError) {
      let start = bytes.count - Self.size
      func damaged(_ offset: Int, _ message: String) -> DataError {
        .damaged(file: file, byte: max(0, start) + offset, message: message)
      }
      guard start > Self.header.count else {
        throw .damaged(file: file, byte: bytes.count, message: "the file ends too early")
      }
      func number(_ offset: Int) -> Int {
        let range = start + offset..<start + offset + 8
        let value = range.reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) }
        return Int(clamping: value)
      }
      offsetSize = Int(bytes[start + 6])
      referenceSize = Int(bytes[start + 7])
      objectCount = number(8)
      top = number(16)
      table = number(24)
      guard (1...8).contains(offsetSize) else { throw damaged(6, "an impossible offset size") }
      guard (1...8).contains(referenceSize) else {
        throw damaged(7, "an impossible reference size")
      }
      guard table > Self.header.count, table < start else {
        throw damaged(24, "an object table that lies outside the file")
      }
      guard objectCount > 0, objectCount <= (start - table) / offsetSize else {
        throw damaged(8, "an object table that does not fit in the file")
      }
    }
  }
}

// MARK: - Scalars

extension BinaryPropertyListReader {
  /// Seconds from 1970 to 2001, where the format's dates begin.
  private static let epoch: Double = 978_307_200

  /// Reads the scalar whose marker stands at an offset among the file's objects.
  func scalar(at offset: Int) throws(DataError) -> Value {
    let marker = bytes[offset]
    let low = Int(marker & 0x0F)
    switch marker {
    case 0x00: return .null
    case 0x08: return .bool(false)
    case 0x09: return .bool(true)
    case 0x10...0x14: return .number(try integer(at: offset + 1, width: 1 << low))
    case 0x22: return .number(try single(at: offset + 1))
    case 0x23: return .number(NumberText(try double(at: offset + 1)))
    case 0x33: return .date(Instant(secondsSince1970: try double(at: offset + 1) + Self.epoch))
    case 0x40...0x4F: return .data(Array(try run(at: offset, width: 1, of: "data")))
    case 0x50...0x5F:
      return .string(String(decoding: try run(at: offset, width: 1, of: "a string"), as: UTF8.self))
    case 0x60...0x6F: return .string(try wideText(at: offset))
    case 0x80...0x8F:
      // As XML property lists write it, so that it can be written back.
      let number = try identifier(at: offset + 1, width: low + 1)
      return .record(Record([("CF$UID", .number(number))]))
    default:
      throw damaged(at: offset, "unknown object type \(SourceText.hexadecimal(marker))")
    }
  }

  /// Makes the checks of `scalar(at:)` without the value of a text or of data.
  func checkScalar(at offset: Int) throws(DataError) {
    switch bytes[offset] {
    case 0x40...0x4F: try checkRun(at: offset, width: 1, of: "data")
    case 0x50...0x5F: try checkRun(at: offset, width: 1, of: "a string")
    case 0x60...0x6F: try checkRun(at: offset, width: 2, of: "a string")
    default: _ = try scalar(at: offset)
    }
  }

  /// Where an object's content begins and how many elements it has.
  func length(at offset: Int) throws(DataError) -> (content: Int, count: Int) {
    let low = Int(bytes[offset] & 0x0F)
    guard low == 0x0F else { return (offset + 1, low) }
    // Lengths of 15 and more follow as a whole number with a marker of its own.
    try check(offset + 1, 1, 1, of: "a length")
    let marker = bytes[offset + 1]
    guard (0x10...0x13).contains(marker) else {
      throw damaged(at: offset + 1, "a length that is not a whole number")
    }
    let width = 1 << Int(marker & 0x0F)
    try check(offset + 2, width, 1, of: "a length")
    let count = bigEndian(at: offset + 2, width)
    guard count <= UInt64(bytes.count) else {
      throw damaged(at: offset + 1, "a length of \(count) that does not fit in the file")
    }
    return (offset + 2 + width, Int(count))
  }

  @discardableResult
  private func checkRun(at offset: Int, width: Int, of what: String)
    throws(DataError) -> Range<Int>
  {
    let (content, count) = try length(at: offset)
    try check(content, count, width, of: what)
    return content..<content + count * width
  }

  private func run(at offset: Int, width: Int, of what: String)
    throws(DataError) -> ArraySlice<UInt8>
  {
    bytes.slice(try checkRun(at: offset, width: width, of: what))
  }

  private func wideText(at offset: Int) throws(DataError) -> String {
    let pairs = try run(at: offset, width: 2, of: "a string")
    let units = stride(from: pairs.startIndex, to: pairs.endIndex, by: 2).map {
      UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// One, two and four bytes are unsigned, eight and sixteen are signed.
  private func integer(at offset: Int, width: Int) throws(DataError) -> NumberText {
    try check(offset, width, 1, of: "a number")
    switch width {
    case 8: return NumberText(Int(Int64(bitPattern: bigEndian(at: offset, 8))))
    case 16:
      let high = Int64(bitPattern: bigEndian(at: offset, 8))
      let value = Int128(high) << 64 | Int128(bigEndian(at: offset + 8, 8))
      return NumberText(text: String(value))
    default: return NumberText(Int(bigEndian(at: offset, width)))
    }
  }

  private func identifier(at offset: Int, width: Int) throws(DataError) -> NumberText {
    try check(offset, width, 1, of: "an identifier")
    guard width <= 8 else { throw damaged(at: offset, "an identifier of \(width) bytes") }
    return NumberText(text: String(bigEndian(at: offset, width)))
  }

  private func single(at offset: Int) throws(DataError) -> NumberText {
    try check(offset, 4, 1, of: "a number")
    return NumberText(Float(bitPattern: UInt32(bigEndian(at: offset, 4))))
  }

  private func double(at offset: Int) throws(DataError) -> Double {
    try check(offset, 8, 1, of: "a number")
    return Double(bitPattern: bigEndian(at: offset, 8))
  }
}

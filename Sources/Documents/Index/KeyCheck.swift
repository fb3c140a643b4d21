import Files
import Foundation
import TableModel

/// Finds keys that appear twice in one record while a text is checked, and keeps no values.
struct KeyCheck {
  private let isOn: Bool
  private let bytes: UnsafePointer<UInt8>
  private let notation: Notation?
  private let showsAll: (Int) -> Bool
  private let limit: Int
  /// How many records are open.
  private var depth = 0
  /// The record that keys were taken of last: the innermost open one, unless one was closed since.
  private var record = RecordKeyCheck()
  private var recordDepth = 0
  /// By depth, those that are open around it, and what is known of closed ones.
  private var others = [RecordKeyCheck()]
  private(set) var lost: RepeatedKeys?
  private(set) var shown: RepeatedKeys?
  /// Where the first key stands that was not compared.
  private var firstLeftOut: Int?

  /// How keys are written.
  struct Notation {
    /// How many bytes of a key stand before and behind its text.
    var quotes: Int
    /// What a key says.
    var text: (Range<Int>) -> String
  }

  /// - Parameters:
  ///   - bytes: eight more than the text has must be readable.
  ///   - notation: nil for a walk that nobody asks for keys.
  ///   - limit: how many keys of one record are compared; the hashes of four million take 64 MiB.
  ///   - showsAll: whether each value of a record that begins at an offset is shown.
  init(
    _ bytes: UnsafePointer<UInt8>, _ notation: Notation? = nil, limit: Int = 1 << 22,
    showsAll: @escaping (Int) -> Bool = { _ in false }
  ) {
    (self.bytes, self.notation, self.limit) = (bytes, notation, limit)
    self.showsAll = showsAll
    isOn = notation != nil
  }

  @inline(__always)
  mutating func openRecord(at start: Int) {
    guard isOn else { return }
    depth &+= 1
    goToInnermost()
    record.open(at: start)
  }

  @inline(__always)
  mutating func closeRecord() {
    guard isOn else { return }
    goToInnermost()
    record.close(bytes)
    depth &-= 1
  }

  @inline(__always)
  private mutating func goToInnermost() {
    if recordDepth != depth { exchange() }
  }

  @inline(never)
  private mutating func exchange() {
    while others.count <= depth { others.append(RecordKeyCheck()) }
    swap(&record, &others[recordDepth])
    swap(&record, &others[depth])
    recordDepth = depth
  }

  /// The end of the key at an offset if it is the expected one, spelled as it was before: it need
  /// not be read again. Nil for any other key.
  ///
  /// - Parameter end: the end of the text.
  @inline(__always)
  mutating func expectedEnd(at offset: Int, in end: Int) -> Int? {
    guard isOn else { return nil }
    goToInnermost()
    return record.expectedEnd(at: offset, in: end, bytes)
  }

  /// Takes the key that was expected.
  @inline(__always)
  mutating func addExpected() { record.followNext() }

  /// Takes the next key of the innermost record.
  ///
  /// - Parameter isPlain: whether it is written in ASCII and without escapes.
  /// - Complexity: O(bytes of the key).
  @inline(__always)
  mutating func add(_ key: Range<Int>, isPlain: @autoclosure () -> Bool) {
    if isOn { look(at: key, isPlain()) }
  }

  @inline(never)
  private mutating func look(at key: Range<Int>, _ isPlain: Bool) {
    goToInnermost()
    guard let notation, !record.follows(key, bytes) else { return }
    switch record.compare(key, isPlain: isPlain, bytes, notation, limit: limit) {
    case .new: break
    case .leftOut: firstLeftOut = firstLeftOut ?? key.lowerBound
    case .repeated:
      let found = RepeatedKeys(key: notation.text(key), offset: key.lowerBound, count: 1)
      if showsAll(record.start) { found.join(&shown) } else { found.join(&lost) }
    }
  }

  /// What was found, in a sentence for each outcome.
  ///
  /// - Complexity: O(bytes of the text).
  func remarks(in text: FileText) -> [String] {
    let words = { (offset: Int) in text.place(ofByte: offset).words }
    return [
      lost.map { $0.remark(at: words($0.offset)) },
      shown.map { $0.remark(at: words($0.offset), areShown: true) },
      firstLeftOut.map {
        "\(words($0)): whether the keys from here on appear twice in their record was not looked at"
      },
    ].compactMap(\.self)
  }
}

/// The keys of a record that is being checked, and those of its last neighbour.
///
/// Neighbours mostly have the same keys in the same order: a record whose keys are among those of
/// one before it, in their order, has none twice. The keys of others are compared with each other,
/// and where there are many by their hashes: a false find among four million keys has a chance of
/// one in a million.
private struct RecordKeyCheck {
  enum Finding {
    case new
    case repeated
    case leftOut
  }

  private(set) var start = 0
  /// Where the keys of a closed record stand, each of them once.
  private var model: [Range<Int>] = []
  private var isModelPlain = true
  /// Up to where the open record has followed the model.
  private var followed = 0
  /// Which of the keys up to there it lacks.
  private var missed: UInt64 = 0
  /// False once it has a key of its own.
  private var isLikeModel = true
  /// Where its keys stand, while there are few, once it has left the model.
  private var keys: [Range<Int>] = []
  private var isPlain = true
  /// The hashes of all its keys, once there are many.
  private var hashes: Set<Int> = []

  /// As many as `missed` has bits.
  private static let mostInModel = 64
  /// With more keys, or keys that can be written in several ways, hashes are compared.
  private static let few = 16

  @inline(__always)
  mutating func open(at start: Int) {
    self.start = start
    (followed, missed, isLikeModel) = (0, 0, true)
  }

  @inline(__always)
  mutating func close(_ bytes: UnsafePointer<UInt8>) {
    if !isLikeModel { learn(bytes) }
  }

  private mutating func learn(_ bytes: UnsafePointer<UInt8>) {
    if let both = joined(bytes) {
      model = both
    } else if keys.count <= Self.mostInModel {
      model = keys
      isModelPlain = isPlain
    }
    keys.removeAll(keepingCapacity: keys.count <= Self.mostInModel)
    hashes = []
  }

  /// The model with the keys that it lacks where the record has them: fields may be missing in many
  /// records. Nil where their orders differ.
  private func joined(_ bytes: UnsafePointer<UInt8>) -> [Range<Int>]? {
    guard isPlain, isModelPlain, model.count + keys.count <= Self.mostInModel else { return nil }
    var joined = model
    var place = 0
    for key in keys {
      if let index = joined.firstIndex(where: { Self.areSame($0, key, bytes) }) {
        guard index >= place else { return nil }
        place = index + 1
      } else {
        joined.insert(key, at: place)
        place += 1
      }
    }
    return joined
  }

  @inline(__always)
  func expectedEnd(at offset: Int, in end: Int, _ bytes: UnsafePointer<UInt8>) -> Int? {
    guard isLikeModel, followed < model.count else { return nil }
    let keyEnd = offset &+ model[followed].count
    guard keyEnd <= end, Self.areSame(model[followed], offset..<keyEnd, bytes) else { return nil }
    return keyEnd
  }

  /// Takes the key that was expected.
  @inline(__always)
  mutating func followNext() { followed &+= 1 }

  /// True for a key that comes later in the model than those before it.
  mutating func follows(_ key: Range<Int>, _ bytes: UnsafePointer<UInt8>) -> Bool {
    guard isLikeModel,
      let index = model[followed...].firstIndex(where: { Self.areSame($0, key, bytes) })
    else { return false }
    for left in followed..<index { missed |= 1 << UInt64(left) }
    followed = index + 1
    return true
  }

  @inline(__always)
  static func areSame(
    _ key: Range<Int>, _ other: Range<Int>, _ bytes: UnsafePointer<UInt8>
  ) -> Bool {
    guard key.count == other.count else { return false }
    var (left, first, second) = (key.count, key.lowerBound, other.lowerBound)
    while left > 8 {
      guard word(bytes, first) == word(bytes, second) else { return false }
      (left, first, second) = (left &- 8, first &+ 8, second &+ 8)
    }
    return left == 0
      || (word(bytes, first) ^ word(bytes, second)) &<< UInt64(64 &- left &* 8) == 0
  }

  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>, _ offset: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt64.self))
  }

  /// Looks for a key among those of a record that is not like its neighbour.
  ///
  /// - Parameter limit: how many keys are compared.
  mutating func compare(
    _ key: Range<Int>, isPlain isKeyPlain: Bool, _ bytes: UnsafePointer<UInt8>,
    _ notation: KeyCheck.Notation, limit: Int
  ) -> Finding {
    if isLikeModel { leaveModel() }
    isPlain = isPlain && isKeyPlain
    if hashes.isEmpty {
      if isPlain, keys.count < Self.few {
        if keys.contains(where: { Self.areSame($0, key, bytes) }) { return .repeated }
        keys.append(key)
        return .new
      }
      hashes = Set(keys.map { hash($0, bytes, notation) })
    }
    guard hashes.count < limit else { return .leftOut }
    guard hashes.insert(hash(key, bytes, notation)).inserted else { return .repeated }
    if keys.count <= Self.mostInModel { keys.append(key) }
    return .new
  }

  private mutating func leaveModel() {
    isLikeModel = false
    isPlain = isModelPlain
    keys = (0..<followed).filter { missed >> UInt64($0) & 1 == 0 }.map { model[$0] }
  }
}

extension RecordKeyCheck {
  /// The same for keys that are the same text: canonically equivalent.
  private func hash(
    _ key: Range<Int>, _ bytes: UnsafePointer<UInt8>, _ notation: KeyCheck.Notation
  ) -> Int {
    if isPlain {
      let text = key.dropFirst(notation.quotes).dropLast(notation.quotes)
      return Self.hash(UnsafeBufferPointer(start: bytes + text.lowerBound, count: text.count))
    }
    var text = notation.text(key).precomposedStringWithCanonicalMapping
    return text.withUTF8(Self.hash)
  }

  /// Nobody can write keys with the same hash: it differs from one run of the program to the next.
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    return hasher.finalize()
  }
}

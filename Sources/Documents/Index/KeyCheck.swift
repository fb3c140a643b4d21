import Files
import Foundation
import TableModel

/// Finds keys that stand twice in one record, in the order of the text, and keeps no values.
struct KeyCheck {
  private let isOn: Bool
  private let bytes: UnsafePointer<UInt8>
  private let notation: Notation?
  private let showsAll: (Int) -> Bool
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
  ///   - showsAll: whether each value of a record that begins at an offset is shown.
  init(
    _ bytes: UnsafePointer<UInt8>, _ notation: Notation? = nil,
    showsAll: @escaping (Int) -> Bool = { _ in false }
  ) {
    (self.bytes, self.notation, self.showsAll) = (bytes, notation, showsAll)
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

  /// Where a key ends that begins at an offset and is the one that is expected there, written as it
  /// was before; nil for another one. A reader need not look at it again.
  @inline(__always)
  mutating func expectedEnd(at offset: Int) -> Int? {
    guard isOn else { return nil }
    goToInnermost()
    return record.expectedEnd(at: offset, bytes)
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
    switch record.compare(key, isPlain: isPlain, bytes, notation) {
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
        "\(words($0)): whether the keys from here on stand twice in their record was not looked at"
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
  private var hashes = HashSet()

  /// As many as `missed` has bits.
  private static let mostInModel = 64
  /// With more keys, or keys that can be written in several ways, hashes are compared.
  private static let few = 16
  /// Hashes of more keys would take more than 64 MiB.
  private static let mostCompared = 1 << 22

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
    hashes = HashSet()
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
  func expectedEnd(at offset: Int, _ bytes: UnsafePointer<UInt8>) -> Int? {
    guard isLikeModel, followed < model.count else { return nil }
    let end = offset &+ model[followed].count
    return Self.areSame(model[followed], offset..<end, bytes) ? end : nil
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
  mutating func compare(
    _ key: Range<Int>, isPlain isKeyPlain: Bool, _ bytes: UnsafePointer<UInt8>,
    _ notation: KeyCheck.Notation
  ) -> Finding {
    if isLikeModel { leaveModel() }
    isPlain = isPlain && isKeyPlain
    if hashes.isEmpty {
      if isPlain, keys.count < Self.few {
        if keys.contains(where: { Self.areSame($0, key, bytes) }) { return .repeated }
        keys.append(key)
        return .new
      }
      for other in keys { _ = hashes.insert(hash(other, bytes, notation)) }
    }
    guard hashes.count < Self.mostCompared else { return .leftOut }
    guard hashes.insert(hash(key, bytes, notation)) else { return .repeated }
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
  ) -> UInt64 {
    if isPlain {
      let count = key.count - 2 * notation.quotes
      return HashSet.hash(
        UnsafeBufferPointer(start: bytes + key.lowerBound + notation.quotes, count: count))
    }
    var text = notation.text(key).precomposedStringWithCanonicalMapping
    return text.withUTF8(HashSet.hash)
  }
}

/// Hashes of texts, of which there may be millions.
private struct HashSet {
  private(set) var count = 0
  /// Zero where there is none.
  private var slots: [UInt64] = []

  var isEmpty: Bool { count == 0 }

  /// Nobody can write keys that have the same hash without knowing this.
  private static let seed = UInt64.random(in: 1 ... .max)

  static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed
    var index = 0
    while index < text.count {
      var word: UInt64 = 0
      let size = min(8, text.count - index)
      withUnsafeMutableBytes(of: &word) {
        $0.copyBytes(
          from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[index..<index + size])
        )
      }
      let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low &+ UInt64(size)
      index += 8
    }
    return max(hash, 1)
  }

  /// - Returns: false for a hash that is in the set.
  mutating func insert(_ hash: UInt64) -> Bool {
    if count * 2 >= slots.count { grow() }
    return slots.withUnsafeMutableBufferPointer { slots in
      let mask = slots.count &- 1
      var index = Int(truncatingIfNeeded: hash >> 20) & mask
      while slots[index] != 0 {
        if slots[index] == hash { return false }
        index = (index &+ 1) & mask
      }
      slots[index] = hash
      count += 1
      return true
    }
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(64, old.count * 2))
    count = 0
    for hash in old where hash != 0 { _ = insert(hash) }
  }
}

import Files
import Foundation
import Synchronization
import TableModel

/// Checks all objects of a binary property list, in steps.
///
/// It goes the way of `BinaryPropertyListReader` and makes the same checks in the same order, but
/// keeps no values: what it finds wrong is what reading the whole file would find.
struct BinaryVerification: TextVerification {
  private let reader: BinaryPropertyListReader
  private var open: [BinaryPropertyListReader.Container] = []
  private var visited = 0
  private var unfolded = 0
  private var hasBegun = false

  init(_ reader: BinaryPropertyListReader) { self.reader = reader }

  /// The share of the objects that was checked, in bytes of the file: objects may lie anywhere.
  var offset: Int {
    let share = min(1, Double(visited) / Double(reader.trailer.objectCount))
    return Int(Double(reader.bytes.count) * share)
  }

  mutating func advance(by step: Int) throws(DataError) -> Bool {
    if !hasBegun {
      hasBegun = true
      try begin(
        reader.trailer.top,
        referredFrom: reader.bytes.count - BinaryPropertyListReader.Trailer.size)
    }
    var left = max(1, step / Self.bytesInObject)
    while left > 0, let last = open.indices.last {
      if open[last].next < open[last].count {
        try takeNext(of: last)
        left -= 1
      } else {
        open.removeLast()
      }
    }
    return !open.isEmpty
  }

  /// About how many bytes of a file an object takes, its references included.
  private static let bytesInObject = 16

  private mutating func takeNext(of index: Int) throws(DataError) {
    let container = open[index]
    open[index].next += 1
    var place = container.place(reader.trailer)
    if container.isRecord {
      try checkKey(reader.reference(at: place), referredFrom: place)
      place += container.keySpan(reader.trailer)
    }
    try begin(reader.reference(at: place), referredFrom: place)
  }

  private mutating func checkKey(_ object: Int, referredFrom place: Int) throws(DataError) {
    let offset = try reader.offset(of: object, referredFrom: place)
    try checkScalar(at: offset, referredFrom: place)
    guard [0x50, 0x60].contains(reader.bytes[offset] & 0xF0) else {
      throw reader.damaged(at: place, "a key that is not text")
    }
  }

  private mutating func checkScalar(at offset: Int, referredFrom place: Int) throws(DataError) {
    unfolded += try reader.longSize(at: offset)
    guard unfolded <= reader.mostBytes else { throw reader.tooOften(at: place) }
    try reader.checkScalar(at: offset)
  }

  private mutating func begin(_ object: Int, referredFrom place: Int) throws(DataError) {
    visited += 1
    guard visited < reader.mostObjects else { throw reader.unending(at: place) }
    let offset = try reader.offset(of: object, referredFrom: place)
    guard reader.isContainer(at: offset) else {
      return try checkScalar(at: offset, referredFrom: place)
    }
    guard !open.contains(where: { $0.object == object }) else {
      throw reader.damaged(at: place, "an object that contains itself")
    }
    guard open.count < ValueBuilder.depthLimit else {
      throw .tooDeep(file: reader.file, at: nil, limit: ValueBuilder.depthLimit)
    }
    open.append(try reader.container(object, at: offset))
  }
}

/// Checks a binary property list behind the prompt, for as long as a table of it is there.
final class BinaryCheck: Sendable {
  private let file: MappedFile
  private let verification: BinaryVerification
  private let progress = VerificationProgress()
  private let work = Work()

  /// What the thread refers to. It must not refer to the check itself, whose end ends the thread.
  private final class Work: Sendable {
    let isBegun = Atomic<Bool>(false)
    let isCancelled = Atomic<Bool>(false)
  }

  /// In milliseconds: the first screen comes before.
  private static let patience = 20

  init(_ objects: BinaryObjects) {
    file = objects.file
    verification = objects.verification
  }

  deinit { work.isCancelled.store(true, ordering: .relaxed) }

  /// Begins the check, once.
  func start() {
    guard !work.isBegun.exchange(true, ordering: .relaxed) else { return }
    let (file, verification, progress, work) = (file, verification, progress, work)
    Thread.begin {
      Pause.upTo(Self.patience) { !work.isCancelled.load(ordering: .relaxed) }
      progress.run(verification, of: file) { work.isCancelled.load(ordering: .relaxed) }
    }
  }

  var activity: SourceActivity {
    let state = progress.state
    let share = Double(state.offset) / Double(max(1, file.count))
    return SourceActivity(
      verifying: state.isDone || state.error != nil ? nil : share, isVerified: state.isDone,
      error: state.error)
  }
}

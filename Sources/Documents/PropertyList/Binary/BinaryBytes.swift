/// The bytes of a binary file: in memory, or left where they are and mapped.
struct BinaryBytes: Sendable {
  private enum Storage: Sendable {
    case array([UInt8])
    case mapped(MappedFile)
  }

  private let storage: Storage
  let count: Int

  init(_ array: [UInt8]) {
    storage = .array(array)
    count = array.count
  }

  init(_ file: MappedFile) {
    storage = .mapped(file)
    count = file.count
  }

  /// A byte, which the caller has checked to be there.
  subscript(index: Int) -> UInt8 {
    switch storage {
    case .array(let array): array[index]
    case .mapped(let file): file.buffer[index]
    }
  }

  /// Some bytes, which the caller has checked to be there.
  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    switch storage {
    case .array(let array): array[range]
    case .mapped(let file): file.copy(range)[...]
    }
  }
}

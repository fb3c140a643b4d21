import TableModel

/// Memory for several threads that write to different parts of it.
struct SharedMemory<Element: BitwiseCopyable>: @unchecked Sendable {
  private let elements: UnsafeMutableBufferPointer<Element>

  private init(_ elements: UnsafeMutableBufferPointer<Element>) { self.elements = elements }

  /// Memory that holds anything until it is written; has to be freed.
  init(count: Int) { elements = .allocate(capacity: count) }

  func free() { elements.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { elements[index] }
    nonmutating set { elements.initializeElement(at: index, to: newValue) }
  }

  func part(_ range: Range<Int>) -> UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(rebasing: elements[range])
  }

  /// An array whose elements are written by a body, all of them unless it throws.
  static func array(
    of count: Int, _ fill: (SharedMemory) throws(DataError) -> Void
  ) throws(DataError) -> [Element] {
    do {
      return try Array(unsafeUninitializedCapacity: count) { buffer, filled in
        try fill(SharedMemory(UnsafeMutableBufferPointer(rebasing: buffer[0..<count])))
        filled = count
      }
    } catch {
      throw error as? DataError ?? .cancelled
    }
  }
}

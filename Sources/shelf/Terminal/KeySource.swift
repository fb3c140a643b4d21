import ShellCore

/// The keys that a terminal sends, one at a time.
struct KeySource {
  enum Outcome {
    case key(Key)
    /// A signal arrived: look at `SignalState`.
    case woken
    case end
    case failed
  }

  let descriptor: Int32
  private var decoder = KeyDecoder()
  private var keys: ArraySlice<Key> = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// True when a key can be had without waiting.
  mutating func hasKey() -> Bool {
    if keys.isEmpty, case .bytes(let bytes) = DescriptorInput.read(descriptor, milliseconds: 0) {
      keys = decoder.feed(bytes)[...]
    }
    return !keys.isEmpty
  }

  /// Waits for a key or a signal.
  ///
  /// - Parameter milliseconds: how long at most; nil for as long as it takes. It counts as woken when
  ///   that is over.
  mutating func next(milliseconds: Int32? = nil) -> Outcome {
    while true {
      if let key = keys.popFirst() { return .key(key) }
      let patience = decoder.isWaiting ? KeyDecoder.patience : nil
      switch DescriptorInput.read(descriptor, milliseconds: patience ?? milliseconds) {
      case .bytes(let bytes): keys = decoder.feed(bytes)[...]
      case .end: return .end
      case .failed: return .failed
      case .woken where patience != nil:
        keys = decoder.settle()[...]
        if SignalState.hasNews { return .woken }
      case .woken: return .woken
      }
    }
  }
}

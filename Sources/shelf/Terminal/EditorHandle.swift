import Browsing
import CEditShim
import CLibedit
import Files
import ShellCore

/// libedit's line: its text, its cursor, and what can be done to them.
///
/// Positions count Unicode scalars, as libedit does.
struct EditorHandle {
  let raw: OpaquePointer

  var scalars: [Unicode.Scalar] { scalars(to: { $0.lastchar }) }
  var text: String { Self.string(scalars) }
  var textBeforeCursor: String { Self.string(scalars(to: { $0.cursor })) }
  var isEmpty: Bool { length == 0 }

  var length: Int {
    guard let line = el_wline(raw)?.pointee, let start = line.buffer, let end = line.lastchar else {
      return 0
    }
    return end - start
  }

  var cursor: Int {
    guard let line = el_wline(raw)?.pointee, let start = line.buffer, let place = line.cursor else {
      return 0
    }
    return place - start
  }

  var isCursorAtEnd: Bool { cursor == length }

  /// Moves the cursor; beyond an end it stays there.
  func moveCursor(by distance: Int) { _ = el_cursor(raw, Int32(clamping: distance)) }

  func moveCursor(to position: Int) { moveCursor(by: position - cursor) }

  func insert(_ text: String) {
    guard !text.isEmpty else { return }
    let wide = text.unicodeScalars.map { $0.wide } + [0]
    _ = el_winsertstr(raw, wide)
  }

  /// Deletes scalars before the cursor.
  func deleteBackward(_ count: Int) {
    if count > 0 { el_deletestr(raw, Int32(clamping: min(count, cursor))) }
  }

  /// Deletes scalars behind the cursor.
  func deleteForward(_ count: Int) {
    let count = min(count, length - cursor)
    moveCursor(by: count)
    deleteBackward(count)
  }

  /// Puts another text into the line, with the cursor behind it.
  func replace(with text: String) {
    moveCursor(to: length)
    deleteBackward(length)
    insert(text)
  }

  func beep() { el_beep(raw) }

  /// Draws everything anew; the cursor must be at the start of an empty line.
  func redraw() { _ = ed_refresh(raw) }

  private func scalars(to end: (LineInfoW) -> UnsafePointer<wchar_t>?) -> [Unicode.Scalar] {
    guard let line = el_wline(raw)?.pointee, let start = line.buffer, let end = end(line) else {
      return []
    }
    return UnsafeBufferPointer(start: start, count: max(0, end - start))
      .map(Unicode.Scalar.init(wide:))
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

extension Unicode.Scalar {
  /// A character of the editing library, whose type has a sign on some processors and none on others.
  init(wide character: wchar_t) {
    self = Unicode.Scalar(UInt32(truncatingIfNeeded: character)) ?? "\u{FFFD}"
  }

  var wide: wchar_t { wchar_t(truncatingIfNeeded: value) }
}

/// The keys that a terminal sends, one at a time.
struct KeySource {
  let descriptor: Int32
  private var decoder = KeyDecoder()
  private var keys: ArraySlice<Key> = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// True when a key that somebody has pressed can be had without waiting.
  mutating func hasKey() -> Bool {
    if !keys.contains(where: \.isPressed),
      case .bytes(let bytes) = DescriptorInput.read(descriptor, milliseconds: 0)
    {
      keys += decoder.feed(bytes)
    }
    return keys.contains(where: \.isPressed)
  }

  /// Waits for a key or a signal.
  ///
  /// - Parameter milliseconds: how long at most; nil for as long as it takes. It counts as woken
  /// when
  ///   that is over.
  mutating func next(milliseconds: Int32? = nil) -> KeyEvent {
    while true {
      if let key = keys.popFirst() { return .key(key) }
      let patience = decoder.patience
      switch DescriptorInput.read(descriptor, milliseconds: patience ?? milliseconds) {
      case .bytes(let bytes): keys = decoder.feed(bytes)[...]
      case .end: return .end
      case .failed: return .failed
      case .woken where patience != nil && !(decoder.isPasting && SignalState.hasNews):
        keys = decoder.settle()[...]
        if SignalState.hasNews { return .woken }
      case .woken: return .woken
      }
    }
  }

  /// Takes what was typed until now.
  ///
  /// - Returns: true when Escape is among it; keys before it are forgotten with it.
  mutating func takeEscape() -> Bool {
    while case .bytes(let bytes) = DescriptorInput.read(
      descriptor, milliseconds: decoder.isPasting ? 0 : decoder.patience ?? 0)
    {
      keys += decoder.feed(bytes)
    }
    if !decoder.isPasting { keys += decoder.settle() }
    guard let escape = keys.lastIndex(of: .escape) else { return false }
    keys = keys[..<escape].filter { !$0.isPressed } + keys[(escape + 1)...]
    return true
  }
}

extension Key {
  /// False for what the terminal says by itself.
  fileprivate var isPressed: Bool { if case .answer = self { false } else { true } }
}

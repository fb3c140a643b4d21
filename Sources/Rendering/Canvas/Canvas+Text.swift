extension Canvas {
  /// How many columns of a line hold anything, from its start.
  func usedColumns(_ line: Int) -> Int {
    withRow(line) { Self.used($0) }
  }

  private static func used(_ row: UnsafeBufferPointer<Cell>) -> Int {
    var count = row.count
    while count > 0, row[count - 1].code == Glyph.blank.code { count -= 1 }
    return count
  }

  /// A line in runs of one style each, without blanks at its end.
  func styledLine(_ line: Int) -> StyledLine {
    withRow(line) { row in
      let row = UnsafeBufferPointer(rebasing: row[..<Self.used(row)])
      let (capacity, runs) = measure(row)
      var ends = RunEnds(reserving: runs)
      let text = String(unsafeUninitializedCapacity: capacity) { bytes in
        var count = 0
        var style = TextStyle.plain
        for cell in row {
          if cell.style != style {
            ends.extend(to: count, style)
            style = cell.style
          }
          count += write(cell.code, to: bytes, at: count)
        }
        ends.extend(to: count, style)
        return count
      }
      return StyledLine(text: text, ends: ends)
    }
  }

  /// The bytes of a row in UTF-8, and in how many pieces of one style it falls at most.
  private func measure(_ row: UnsafeBufferPointer<Cell>) -> (bytes: Int, runs: Int) {
    var (bytes, runs) = (0, 1)
    var style = TextStyle.plain
    for cell in row {
      bytes += byteCount(of: cell.code)
      if cell.style != style { runs += 1 }
      style = cell.style
    }
    return (bytes, runs)
  }
}

extension Canvas {
  /// Adds a cell's character to bytes in UTF-8; nothing for the second half of a wide one.
  func append(_ code: UInt32, to bytes: inout [UInt8]) {
    let count = byteCount(of: code)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { room in
      _ = write(code, to: room, at: 0)
      bytes.append(contentsOf: room.prefix(count))
    }
  }

  /// The bytes of a cell's character in UTF-8; none for the second half of a wide one.
  private func byteCount(of code: UInt32) -> Int {
    if code < 0x80 { return code == Glyph.continuation ? 0 : 1 }
    if code < 0x10000 { return code < 0x800 ? 2 : 3 }
    return code < Glyph.clusterFlag ? 4 : cluster(code).utf8.count
  }

  /// Writes a cell's character in UTF-8.
  ///
  /// - Parameter bytes: has room for it behind the offset.
  /// - Returns: how many bytes were written.
  private func write(
    _ code: UInt32, to bytes: UnsafeMutableBufferPointer<UInt8>, at offset: Int
  ) -> Int {
    func put(_ place: Int, _ mark: UInt32, _ shift: UInt32, _ mask: UInt32) {
      bytes[offset + place] = UInt8(truncatingIfNeeded: mark | code >> shift & mask)
    }
    if code < 0x80 {
      if code == Glyph.continuation { return 0 }
      put(0, 0, 0, 0x7F)
      return 1
    }
    if code < 0x800 {
      put(0, 0xC0, 6, 0x1F)
      put(1, 0x80, 0, 0x3F)
      return 2
    }
    if code < 0x10000 {
      put(0, 0xE0, 12, 0x0F)
      put(1, 0x80, 6, 0x3F)
      put(2, 0x80, 0, 0x3F)
      return 3
    }
    if code < Glyph.clusterFlag {
      put(0, 0xF0, 18, 0x07)
      put(1, 0x80, 12, 0x3F)
      put(2, 0x80, 6, 0x3F)
      put(3, 0x80, 0, 0x3F)
      return 4
    }
    let cluster = cluster(code).utf8
    for (place, byte) in cluster.enumerated() { bytes[offset + place] = byte }
    return cluster.count
  }
}

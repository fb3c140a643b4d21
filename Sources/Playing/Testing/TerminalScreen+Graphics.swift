/// Pictures of pixels: enough of sixels and of kitty's protocol to say where each of them is.
extension TerminalScreen {
  /// A picture of kitty's protocol in a place, in characters.
  struct Placement: Equatable {
    var picture: Int
    var number: Int
    var row: Int
    var column: Int
    var columns: Int
    var rows: Int
    /// The part of the picture that is shown, in pixels: left, top, width and height.
    var part: [Int]
  }

  /// How many pixels a character has.
  private static let cell = (width: 10, height: 20)

  mutating func drawGraphics(_ text: String) {
    if text.hasPrefix("_G") {
      let keys = text.dropFirst(2).prefix { $0 != ";" }
      drawKitty(Self.numbers(keys), String(keys))
    } else if text.hasPrefix("P"), let raster = text.firstRange(of: "q\"") {
      let numbers = text[raster.upperBound...].prefix { $0 == ";" || $0.isNumber }
        .split(separator: ";").compactMap { Int($0) }
      if numbers.count == 4 { drawSixel(text, width: numbers[2], height: numbers[3]) }
    }
  }

  private static func numbers(_ text: Substring) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=")
      if sides.count == 2 { numbers[String(sides[0])] = Int(sides[1]) }
    }
    return numbers
  }

  private mutating func drawSixel(_ text: String, width: Int, height: Int) {
    let bands = text.count { $0 == "-" } + 1
    let high = (max(height, bands * 6) + Self.cell.height - 1) / Self.cell.height
    let wide = (width + Self.cell.width - 1) / Self.cell.width
    // The cursor goes to the line below, which scrolls at the end of the screen.
    while row + high >= rows {
      scrolledAway()
      row -= 1
    }
    let picture = text.utf8.reduce(5381) { ($0 &* 33) &+ Int($1) }
    for line in 0..<high {
      for place in 0..<wide where column + place < columns && row + line < rows {
        cells[row + line][column + place].graphic = Graphic(
          picture: picture, row: line, column: place)
      }
    }
    row = min(rows - 1, row + high)
  }

  private mutating func drawKitty(_ numbers: [String: Int], _ keys: String) {
    let picture = numbers["i"] ?? 0
    if keys.contains("a=t") { kept.insert(picture) }
    if keys.contains("d=A") { (kept, placements) = ([], []) }
    if keys.contains("d=i") {
      placements.removeAll { $0.picture == picture && $0.number == numbers["p"] }
    }
    guard keys.contains("a=p"), kept.contains(picture) else { return }
    placements.removeAll { $0.picture == picture && $0.number == numbers["p"] }
    placements.append(
      Placement(
        picture: picture, number: numbers["p"] ?? 0, row: row, column: column,
        columns: numbers["c"] ?? 0, rows: numbers["r"] ?? 0,
        part: ["x", "y", "w", "h"].map { numbers[$0] ?? 0 }))
  }
}

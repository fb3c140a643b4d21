package import TableEngine

/// The colours in which the overlay `identity` draws cell objects: the same in terminals, drawings and
/// pages, and readable on light and on dark ground.
///
/// A cell keeps its colour as long as it lives, wherever it comes back. After twelve cells colours come
/// again; the name in each cell tells those apart, also where there are no colours.
package enum IdentityColours {
  /// A colour of xterm's cube, by its steps from 0 to 5. Neighbours are made one after the other, so
  /// that they have to differ most.
  private static let steps: [(red: Int, green: Int, blue: Int)] = [
    (0, 1, 5), (4, 1, 0), (0, 2, 0), (3, 0, 5), (2, 2, 0), (4, 0, 3), (0, 2, 2), (5, 0, 0),
    (0, 2, 5), (3, 1, 0), (4, 1, 2), (2, 2, 2),
  ]

  package static let count = steps.count

  /// Which colour a cell has.
  package static func number(of cell: CellID) -> Int {
    let number = cell.serial > 0 ? cell.serial - 1 : max(0, cell.ordinal)
    return number % count
  }

  /// The colour of a terminal that has 256 of them.
  static func colour(_ number: Int) -> TerminalColour {
    let (red, green, blue) = steps[number % count]
    return .table(UInt8(16 + 36 * red + 6 * green + blue))
  }

  /// The colour of a terminal that has sixteen: all but those of the ground, each once.
  static func simpleColour(_ number: Int) -> TerminalColour {
    .table([4, 1, 2, 5, 3, 6, 12, 9, 10, 13, 11, 14][number % count])
  }

  /// Red, green and blue, from 0 to 255.
  package static func components(_ number: Int) -> [Int] {
    let (red, green, blue) = steps[number % count]
    return [red, green, blue].map { $0 == 0 ? 0 : 55 + 40 * $0 }
  }

  /// The same as `#rrggbb`.
  static func hexadecimal(_ number: Int) -> String {
    "#" + components(number).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The class of a cell in drawings and pages.
  static func className(_ number: Int) -> String { "id-\(number)" }

  /// The rules of a style sheet for all colours.
  ///
  /// - Parameter rules: selectors for a class, each with the property that is coloured.
  static func styleSheet(_ rules: (_ className: String) -> [(String, String)]) -> String {
    (0..<count).flatMap { number in
      rules("." + className(number)).map { selector, property in
        "\(selector) { \(property): \(hexadecimal(number)) }\n"
      }
    }.joined()
  }
}

extension Canvas {
  /// Gives what each owner has drawn a colour; swatches keep theirs.
  ///
  /// - Parameter hues: of the owners, by their numbers from 1 on.
  /// - Complexity: O(cells of the canvas).
  mutating func colour(byOwner hues: [UInt8]) {
    recolour { cell in
      let owner = Int(cell.owner)
      guard owner > 0, owner <= hues.count, cell.style.role != .swatch else { return nil }
      var style = TextStyle(.identity, cell.style.attributes, hue: hues[owner - 1])
      style.backdrop = cell.style.backdrop
      return style
    }
  }
}

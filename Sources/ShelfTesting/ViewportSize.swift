package import TableEngine

/// How many characters wide and high a viewport is.
///
/// ```swift
/// let size: ViewportSize = "80x24"
/// ```
public struct ViewportSize: Sendable, Hashable {
  public var columns: Int
  public var lines: Int

  /// - Parameters:
  ///   - columns: 1 to 1,000; other values are brought into this range.
  ///   - lines: likewise.
  public init(columns: Int, lines: Int) {
    self.columns = min(max(columns, 1), 1000)
    self.lines = min(max(lines, 1), 1000)
  }

  /// 80 columns and 20 lines.
  public static let standard = ViewportSize(columns: 80, lines: 20)

  package var size: Size { Size(width: columns, height: lines) }
}

extension ViewportSize: ExpressibleByStringLiteral {
  /// Reads `80x24`; a text that is no size gives the standard one.
  public init(stringLiteral value: String) {
    let numbers = value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    if numbers.count == 2, let columns = numbers[0], let lines = numbers[1] {
      self.init(columns: columns, lines: lines)
    } else {
      self = .standard
    }
  }
}

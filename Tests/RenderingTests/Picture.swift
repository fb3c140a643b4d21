import Rendering
import TableEngine
import TableModel

extension SampleTable {
  /// The table's viewport as text.
  func drawn(
    on device: Device = .terminal, _ charset: Charset = .unicode,
    chrome change: (inout ViewChrome) -> Void = { _ in }
  ) -> String {
    var chrome = chrome
    change(&chrome)
    let renderer = ViewportRenderer(device: device, charset: charset)
    return ViewEncoder.plain.encode(renderer.table(snapshot, chrome: chrome))
  }

  /// The viewport with the lines around it as text.
  func viewed(
    on device: Device = .terminal, _ charset: Charset = .unicode,
    chrome change: (inout ViewChrome) -> Void = { _ in }
  ) -> String {
    var chrome = chrome
    change(&chrome)
    let renderer = ViewportRenderer(device: device, charset: charset)
    return ViewEncoder.plain.encode(renderer.view(snapshot, chrome: chrome))
  }

  /// One section without a header that holds plain rows.
  static func rows(
    _ contents: [CellContent], columns: Int, lines: Int? = nil, height: Int = 1
  ) -> SampleTable {
    var table = SampleTable(
      [Section(rows: contents.map { Row(content: $0) })], columns: columns,
      lines: lines ?? contents.count * height)
    table.metrics.rowHeight = height
    return table
  }

  /// One strip without a header.
  static func strip(
    _ items: [CellContent], columns: Int, lines: Int = 5, offset: Int = 0
  ) -> SampleTable {
    SampleTable(
      [Section(rows: [Row(items: items, offset: offset)])], columns: columns, lines: lines)
  }
}

extension CellStyle {
  static let classic: [CellStyle] = [.default, .value1, .value2, .subtitle]
}

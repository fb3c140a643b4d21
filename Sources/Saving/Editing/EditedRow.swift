import TableModel

/// A row that was inserted, moved or changed.
struct EditedRow: EditedElement {
  /// The base's row that it was; nil for a new one.
  var origin: Address?
  /// A title of its own; nil for that of its origin.
  var title: String?
  /// The key of a row that was put into a dictionary, where it was not before.
  var key: String?
  /// A plain row's record; nil for that of its origin.
  var record: Value?
  /// The items of a strip; nil for a plain row. Runs of the base are those of its origin.
  var items: EditedList<Value>?
  /// What a new strip holds beside its items.
  var fields = Record()

  init(_ new: NewRow) {
    title = new.title
    fields = new.fields
    switch new.content {
    case .record(let value): record = value
    case .items(let values): items = EditedList(own: values)
    }
  }

  /// A row of the base, as it is.
  init(origin: Address, info: RowInfo) {
    self.origin = origin
    items = info.items.map { EditedList(baseCount: $0.known) }
  }

  var isStrip: Bool { items != nil }
}

/// A section that was inserted or moved, or in which something was changed.
struct EditedSection: EditedElement {
  /// The base's section that it was; nil for a new one.
  var origin: Int?
  /// What the base said of it, or what a new one says of itself.
  var info: SectionInfo
  var rows: EditedList<EditedRow>
  /// Whether the base's rows in it are strips; nil where it has none.
  var baseRowsAreStrips: Bool?
  /// The rows of the base by their keys; nil until one is put in, and where rows have none.
  var baseKeys: [String: Int]?
  /// How many keys were made of a wish for one.
  var numbers: [String: Int] = [:]
  /// What a new one holds beside its rows.
  var fields = Record()

  /// A new one.
  init(title: String?, rows: [NewRow], fields: Record) {
    self.fields = fields
    info = SectionInfo(title: title, rows: .exact(rows.count))
    self.rows = EditedList(own: rows.map(EditedRow.init))
  }

  /// A section of the base, as it is.
  init(origin: Int, in base: any TableSource) throws(DataError) {
    self.origin = origin
    info = try base.sections(origin..<origin + 1).first ?? SectionInfo(rows: .exact(0))
    rows = EditedList(baseCount: info.rows.known)
    baseRowsAreStrips = try base.rows(0..<1, inSection: origin).first.map { $0.items != nil }
  }

  /// What is known of it now.
  var currentInfo: SectionInfo {
    var current = info
    current.rows = .exact(rows.count)
    current.isUniform = isUniform
    return current
  }

  /// True while all rows are of one kind.
  private var isUniform: Bool {
    let (strips, plain) = (rows.own.strips, rows.own.count - rows.own.strips)
    guard rows.hasBaseElements else { return strips == 0 || plain == 0 }
    guard info.isUniform else { return false }
    switch baseRowsAreStrips {
    case true?: return plain == 0
    case false?: return strips == 0
    case nil: return strips == 0 || plain == 0
    }
  }
}

extension Value: EditedElement {}

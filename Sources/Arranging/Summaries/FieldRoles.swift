package import TableModel

/// Which fields a cell shows as its text, its detail and its image, until the user says.
package struct FieldRoles: Sendable, Hashable {
  package var text: FieldPath?
  package var detail: FieldPath?
  package var image: FieldPath?

  package init(text: FieldPath? = nil, detail: FieldPath? = nil, image: FieldPath? = nil) {
    self.text = text
    self.detail = detail
    self.image = image
  }

  /// How many records are looked at.
  package static let sampleSize = 50

  /// Chooses by the names that such fields usually have, by what the values look like, and by
  /// how many records have them.
  ///
  /// - Complexity: O(fields of the first 50 values).
  package init(inferredFrom values: some Sequence<Value>) {
    var survey = FieldSurvey()
    for value in values.prefix(Self.sampleSize) { survey.add(value) }
    guard survey.isOfRecords else {
      self.init(text: survey.isEmpty ? nil : .itself)
      return
    }
    let image = survey.best { $0.imageScore }
    let text = survey.best { $0.path == image ? nil : $0.textScore }
    let detail = survey.best { [text, image].contains($0.path) ? nil : $0.detailScore }
    self.init(text: text, detail: detail, image: image)
  }

  /// Reads the first records of a table and chooses from them.
  ///
  /// - Complexity: O(records read), however many rows without items come before them.
  package init(inferredFrom source: any TableSource) throws(DataError) {
    var first = FirstRecords(source, count: Self.sampleSize)
    try first.read()
    guard !first.values.isEmpty || !first.hasGivenUp else {
      // Whatever comes later is shown as it is.
      self.init(text: .itself)
      return
    }
    self.init(inferredFrom: first.values)
  }
}

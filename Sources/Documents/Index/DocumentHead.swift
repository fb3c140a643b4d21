import TableModel

/// The beginning of a large document as a value of its own: all containers that are open where it
/// is cut end there.
struct DocumentHead {
  var value: Value
  /// True when this is the whole document.
  var isWhole: Bool
  /// True when the document is a sequence of values and not one.
  var isSequence: Bool

  /// The least that is read, and the most where the first records are very large.
  static let sizes = 1 << 16...1 << 22
}

extension DocumentHead {
  /// The shape to use for the whole document, its words, and whether the head has shown that it
  /// fits.
  ///
  /// - Parameter shape: what was stated; nil to infer it.
  /// - Throws: `DataError.shape` where a stated shape can't fit.
  func fitting(_ shape: Shape?) throws(DataError) -> (Shape, String, Bool) {
    guard let shape else {
      let inference = ShapeInference.infer(value, at: .itself)
      // A table in disguise is told by all of its rows: it has to be read.
      let isServed = inference.replacement == nil
      return (isServed ? inference.shape : Shape(), inference.explanation, true)
    }
    do {
      _ = try TableBuilder(shape: shape, root: value).checked()
      return (shape, shape.stated, true)
    } catch {
      guard !isWhole else { throw error }
      return (shape, shape.stated, false)
    }
  }
}

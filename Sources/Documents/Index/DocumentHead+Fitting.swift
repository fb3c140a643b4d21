import TableModel

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

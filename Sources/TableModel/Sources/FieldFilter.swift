package indirect enum FieldFilter: Sendable, Hashable {
  case constant(Bool)
}

extension FieldFilter {
  package var paths: [[String]] { [] }
}

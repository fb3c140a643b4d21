/// Several changes in one frame.
extension Table {
  /// True between the begin and the end of a group.
  package var isGrouping: Bool { putsOffFrame != nil }

  /// Puts frames off: what changes from now on is laid out together at the group's end.
  ///
  /// What asks for a frame meanwhile is checked as always and finds the cells as they were.
  package func beginGroup() { putsOffFrame = putsOffFrame ?? false }

  /// Makes the one frame, if any was asked for.
  ///
  /// - Throws: as `makeFrame`, when the counts of the content are not those that were told; the
  ///   group has ended then all the same.
  package func endGroup() throws(EngineError) {
    let isWanted = putsOffFrame == true
    putsOffFrame = nil
    if isWanted { try makeFrame() }
  }

  /// Ends a group without its frame, for whoever puts everything back.
  package func abandonGroup() { putsOffFrame = nil }
}

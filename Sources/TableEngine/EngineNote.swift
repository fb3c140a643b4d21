/// A rule of the engine in words, and whether a vendor documents it or we chose it.
package struct EngineNote: Sendable, Hashable {
  package var topic: String
  package var text: String
  /// True where the behaviour of the original is unknown, so that this one is our choice.
  package var isOwnChoice: Bool

  private init(_ topic: String, _ text: String, isOwnChoice: Bool = false) {
    self.topic = topic
    self.text = text
    self.isOwnChoice = isOwnChoice
  }

  package static let all: [EngineNote] = [
    EngineNote(
      "pass",
      "A frame asks for all rows that come into view before it recycles those that left, so one "
        + "cell more than a screenful serves slow scrolling and two screenfuls serve jumps."),
    EngineNote(
      "order",
      "Cells that leave together end displaying from the last to the first and enter their pool "
        + "from the first to the last.", isOwnChoice: true),
    EngineNote(
      "pool",
      "A pool belongs to one identifier, hands out the cell that came last and grows until a "
        + "memory warning empties it."),
    EngineNote(
      "prepareForReuse",
      "A cell prepares for its reuse when it is taken out of the pool, not when it leaves the "
        + "screen."),
    EngineNote(
      "kept-cells",
      "Cells that left may stay bound to their row for a while and come back without being "
        + "configured; how many is our parameter.", isOwnChoice: true),
    EngineNote(
      "reload",
      "Reloading the data takes every cell through its pool, which turns their order around; no "
        + "cell is made. Reloading a row asks for another cell before the old one is pooled."),
    EngineNote(
      "nested",
      "A row cell that is reused brings along the items, the offset and the images of the strip "
        + "inside it; each needs a cure of its own."),
    EngineNote(
      "items",
      "Items of a row that leaves the screen end displaying with it and stay in their strip until "
        + "it is given to another row; where strips share pools they leave at once.",
      isOwnChoice: true),
    EngineNote(
      "orthogonal",
      "In a flat layout a strip is a group and no cell: nothing is asked for or counted for it.",
      isOwnChoice: true),
    EngineNote(
      "prefetch",
      "Data is asked for one viewport ahead in the direction of the last movement, nearest first, "
        + "and cancelled on turning back; the real window is not documented.", isOwnChoice: true),
    EngineNote(
      "flashlist",
      "Cells are recycled before others are asked for, and the oldest cell is handed out first; "
        + "the drawing of rows beyond the viewport is left out.", isOwnChoice: true),
    EngineNote(
      "ketable",
      "A table made of a scroll view: it visits one row more than fits, tells of displaying at "
        + "every refresh and leaves visible rows as they are on reload."),
    EngineNote(
      "recyclerview",
      "Two cells are found again by their place without being bound; the others go to pools of "
        + "five, between one new row and the next."),
    EngineNote(
      "prebuilt",
      "Every row keeps the cell that was made for it: always right, and never reused."),
    EngineNote(
      "estimate",
      "Rows count with an estimate until they are seen, so the height of the content drifts while "
        + "scrolling."),
    EngineNote(
      "headers",
      "In the plain style headers float at the top and footers at the bottom while their section "
        + "is in view."),
  ]
}

import TableEngine
import TableModel

extension Session {
  mutating func images(_ call: Invocation) throws(CommandError) -> Output {
    guard let word = call[0] else {
      return Output("images \(preferences.engine.images.rawValue)" + pendingWords)
    }
    if word.raw == "deliver" { return try deliverImages(call) }
    if let extra = call[1] {
      throw CommandError(
        .unexpectedArgument(extra.text, usage: call.command.usage), at: extra.range)
    }
    if let setting = Setting.named("images") { try assign(word, to: setting) }
    return Output("images \(preferences.engine.images.rawValue)" + pendingWords)
  }

  private var pendingWords: String {
    guard let table = levels.last?.table, table.pendingImages > 0 else { return "" }
    return "\(Mark.dot)\(table.pendingImages) on their way"
  }

  /// `images deliver [N] [first|last|shuffle:SEED]`.
  private func deliverImages(_ call: Invocation) throws(CommandError) -> Output {
    let table = try current().table
    var count: Int?
    var order = ImageOrder.lastFirst
    for word in call.arguments.dropFirst() {
      if let number = Int(word.text), number >= 0 {
        count = number
      } else {
        order = try Self.imageOrder(word)
      }
    }
    if table.pendingImages == 0 {
      let loads = preferences.engine.images != .immediate
      return Output(
        "no image is on its way" + (loads ? "" : "; 'images guarded' makes them come later"))
    }
    let delivery = table.deliverImages(count, order: order)
    let parts = [
      "\(delivery.applied) applied",
      delivery.appliedStale > 0
        ? "\(delivery.appliedStale) to cells that now show another row" : nil,
      delivery.rejected > 0 ? "\(delivery.rejected) rejected" : nil,
      "\(table.pendingImages) on their way",
    ]
    let sum = delivery.applied + delivery.appliedStale + delivery.rejected
    return Output(
      "delivered \(Words.number(sum, "image")): "
        + parts.compactMap(\.self).joined(separator: Mark.dot))
  }

  private static func imageOrder(_ word: Word) throws(CommandError) -> ImageOrder {
    switch word.raw {
    case "last": return .lastFirst
    case "first": return .firstFirst
    default:
      if word.raw.hasPrefix("shuffle:"), let seed = UInt64(word.raw.dropFirst(8)) {
        return .shuffled(seed: seed)
      }
      throw CommandError(
        .badValue(word.text, argument: "order", expected: "a number, first, last or shuffle:SEED"),
        at: word.range)
    }
  }
}

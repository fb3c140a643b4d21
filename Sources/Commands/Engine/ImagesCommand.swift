import CommandLanguage
import PredicateLanguage
import TableEngine
import TableModel
import Workspaces

/// `images`: images that come later, at the user's command.
enum ImagesCommand: SettingAssigning {
  case show
  case assign(SettingChange)
  /// - Parameter count: nil for all that are on their way.
  case deliver(count: Int?, ImageOrder)
  case deliverNamed(String)

  static let declaration = Command(
    "images", .engine, "let images come later, at your command",
    parameters: [
      Parameter("MODE", .choice(Setting.images.choices + Action.words), optional: true),
      Parameter("N", .count, optional: true, after: Action.deliver),
      Parameter("ORDER", .choice(of: Order.self), optional: true, after: Action.deliver),
    ],
    options: [named],
    discussion: """
      immediate: images are there at once; synchronous: they are too, but the frame has to wait \
      while they are read (`set cost-image`). guarded and unguarded: they come when you say \
      `images deliver`, all or N of them, the last requested first; guarded drops an image \
      whose cell now shows another row, unguarded shows it in the wrong place. Small \
      scrolls show the bug, big jumps hide it. `shuffle:SEED` is an order too. `--image NAME` \
      delivers one image to all cells that have asked for it: `browse` does so with \
      `set pictures on`, as pictures come.
      """,
    examples: [
      .init("images unguarded; repeat 5 down; images deliver; stats", "wrong images"),
      .init("images guarded; repeat 5 down; images deliver 9 first", "and the cure"),
      .init("images guarded; reset; images deliver --image trading-floor", "one that has come"),
    ],
    related: ["stats", "explain"], effect: .change)

  static let named = CommandOption(
    "image", Parameter("NAME", .text), "deliver the image of this name alone")

  enum Action: String, Keyword { case deliver }
  enum Order: String, Keyword { case last, first }

  init(_ call: Invocation) throws(CommandError) {
    let image = call.option(Self.named)
    if image != nil {
      try call.expect(Action.deliver)
      try call.checkEnd(at: 1)
    }
    guard let word = call[0] else {
      self = .show
      return
    }
    if let image {
      self = .deliverNamed(image.text)
      return
    }
    guard call.keyword(Action.self) == .deliver else {
      self = .assign(try SettingChange(.images, to: word))
      return
    }
    // Each may be left out, the number and the order.
    let count = call[1].flatMap { Int($0.text) }.flatMap { $0 >= 0 ? $0 : nil }
    let rest = count == nil ? 1 : 2
    try call.checkEnd(at: rest + 1)
    self = .deliver(count: count, try call[rest].map(ImageOrder.init) ?? .lastFirst)
  }

  func changes(_ setting: Setting) -> Bool {
    if case .assign(let change) = self { change.setting.name == setting.name } else { false }
  }

  func run(in workspace: inout Workspace) throws(CommandError) -> Output {
    let loadsLater = workspace.preferences.engine.images != .immediate
    switch self {
    case .deliver(let count, let order):
      return try workspace.current().table.deliver(loadsLater: loadsLater) {
        $0.deliverImages(count, order: order)
      }
    case .deliverNamed(let name):
      let table = try workspace.current().table
      guard table.pendingImages == 0 || table.isPending(image: name) else {
        return Output("the image '\(name)' is not on its way")
      }
      return table.deliver(loadsLater: loadsLater) { $0.deliverImages(named: [name]) }
    case .show, .assign: break
    }
    if case .assign(let change) = self { try workspace.assign(change) }
    let pending = workspace.levels.last?.table.pendingImages ?? 0
    return Output(
      "images \(workspace.preferences.engine.images.rawValue)"
        + (pending > 0 ? "\(Mark.dot)\(pending) on their way" : ""))
  }
}

extension Table {
  fileprivate func deliver(
    loadsLater: Bool, _ deliver: (Table) -> ImageDelivery
  ) -> Output {
    if pendingImages == 0 {
      return Output(
        "no image is on its way" + (loadsLater ? "" : "; 'images guarded' makes them come later"))
    }
    let delivery = deliver(self)
    let parts = [
      "\(delivery.applied) applied",
      delivery.appliedStale > 0
        ? "\(delivery.appliedStale) to cells that now show another row" : nil,
      delivery.rejected > 0 ? "\(delivery.rejected) rejected" : nil,
      "\(pendingImages) on their way",
    ]
    let sum = delivery.applied + delivery.appliedStale + delivery.rejected
    return Output(
      "delivered \(Words.number(sum, "image")): "
        + parts.compactMap(\.self).joined(separator: Mark.dot))
  }
}

extension ImageOrder {
  private enum Seeded: String, Keyword { case shuffle }

  fileprivate init(_ word: Word) throws(CommandError) {
    if let seeded = SeededWord<Seeded>(parsing: word.raw) {
      self = .shuffled(seed: seeded.seed)
      return
    }
    switch ImagesCommand.Order(rawValue: word.raw) {
    case .last: self = .lastFirst
    case .first: self = .firstFirst
    case nil:
      throw CommandError(
        .badValue(word.text, argument: "order", expected: "a number, first, last or shuffle:SEED"),
        at: word.range)
    }
  }
}

import CommandLanguage
import PredicateLanguage
import Rendering
import ShellCore
import TableEngine
import Workspaces

/// What the browser keeps of pictures, which stand in the places of swatches with `set pictures on`.
///
/// Where `images` are there at once, a cell shows the picture of the image that it names as soon as
/// it is drawn. Where they come later, a drawn picture is what comes: then the browser delivers the
/// image to the engine by a command, so that it reaches the cell that has asked, whatever that shows
/// by then, and a script does the same.
struct ImageState {
  let loader: PictureLoader
  var deliveries = PictureDeliveries()
  /// The size of pictures, in columns and lines.
  var size = (columns: 16, lines: 4)
  /// What is drawn over the frame on the screen.
  var placed: [PlacedPicture] = []
}

extension Browser {
  /// The pictures that can be drawn over a frame; what lies below them is taken off the frame.
  func pictures(for swatches: [ImagePlace], on canvas: inout Canvas) -> [PlacedPicture] {
    images.loader.beginFrame()
    guard shell.session.preferences.showsPictures else { return [] }
    if let size = swatches.last?.area { images.size = (size.columns, size.lines) }
    var placed: [PlacedPicture] = []
    for image in swatches {
      guard let wish = wish(for: image.name, image.area.columns, image.area.lines),
        case .picture(let picture) = images.loader.answer(to: wish)
      else { continue }
      let seen = canvas.swatch(in: image.visible)
      let corner = ScreenPlace(
        column: image.area.column + (image.area.columns - picture.columns) / 2,
        line: image.area.line + (image.area.lines - picture.lines) / 2)
      let place = PlacedPicture(picture, corner: corner, visible: seen)
      guard place.isDrawable || picture.canBeCut else { continue }
      canvas.clear(seen)
      if place.isDrawable { placed.append(place) }
    }
    for name in awaitedImages { _ = wish(for: name).map { images.loader.answer(to: $0) } }
    return placed
  }

  private func wish(for name: String, _ columns: Int, _ lines: Int) -> PictureLoader.Wish? {
    guard let style = pictureStyle else {
      images.loader.note(.noTerminal)
      return nil
    }
    guard let folder = shell.session.dataFolder else {
      images.loader.note(.noFolder)
      return nil
    }
    return PictureLoader.Wish(
      name: name, folder: folder, columns: columns, lines: lines, style: style)
  }

  /// How the terminal shows pictures; nil where it can't, or only ASCII is wanted.
  var pictureStyle: PictureStyle? {
    shell.session.preferences.charset == .ascii ? nil : PictureStyle(writer.abilities)
  }

  /// A picture for a cell that still waits for it is as large as the others.
  private func wish(for name: String) -> PictureLoader.Wish? {
    wish(for: name, images.size.columns, images.size.lines)
  }

  /// Images that cells have asked the engine for, the last one first.
  private var awaitedImages: [String] {
    guard shell.session.preferences.engine.images != .immediate else { return [] }
    return shell.session.levels.last?.table.pendingImageNames(limit: Self.mostAwaited) ?? []
  }

  /// How many of the images requested last are loaded before earlier ones.
  private static let mostAwaited = 64

  /// The command that delivers images whose pictures have come; nil for none.
  func delivery() -> SourceLine? {
    guard shell.session.preferences.showsPictures, line == nil, text == nil, keys.shown.isEmpty
    else { return nil }
    let delay = Duration.milliseconds(shell.session.preferences.pictureDelay)
    var deliveries = images.deliveries
    let come = deliveries.take(from: awaitedImages, delay: delay) { name in
      wish(for: name).map(images.loader.hasAnswer) ?? false
    }
    images.deliveries = deliveries
    guard !come.isEmpty else { return nil }
    (runsKey, isSilent) = (true, true)
    return Self.pressed(
      come.map { "images deliver --image \(QuotedText.spelled($0))" }.joined(separator: "; "))
  }

  /// Takes what has been drawn since, and says what can't be.
  func takePictures() {
    _ = images.loader.proceed()
    let problems = images.loader.takeNews()
    if problems.isEmpty { return }
    said = problems.map { StyledLine(DisplaySafe.line($0.words), TextStyle(.notice)) }
  }
}

extension Browser {
  /// Takes over what the terminal has answered to the question for its abilities.
  func learn(from answer: String) {
    if answer == TerminalAbilities.readiness.answer { lastQuestion = nil }
    guard terminal.abilities.learn(from: answer) else { return }
    writer.learn(terminal.abilities)
  }

  /// So long an answer is waited for that would else be typed at the prompt.
  private static let longestFarewell = Duration.seconds(2)

  /// Takes the answer that is still on its way, before somebody else reads what the terminal sends.
  func takeLastAnswer() {
    let end = ContinuousClock.now + Self.longestFarewell
    while lastQuestion != nil, !isTerminalGone, SignalState.exitStatus == nil, .now < end {
      switch terminal.next(milliseconds: 50) {
      case .key(.answer(let answer)): learn(from: answer)
      case .key, .woken: break
      case .end, .failed: lastQuestion = nil
      }
    }
    lastQuestion = nil
  }

  /// Takes over how large characters are now.
  func measureCell() {
    guard let cell = terminal.cell, cell != terminal.abilities.cell else { return }
    terminal.abilities.cell = cell
    writer.learn(terminal.abilities)
  }
}

/// Why an image has no picture. The cell keeps its swatch.
package enum PictureProblem: Error, Sendable, Hashable {
  case noTerminal
  case noFolder
  case missing(String)
  case elsewhere(String)
  case outside(String)
  case notRegular(String)
  case unreadable(String)
  case tooLarge(String, limit: Int)
  case notAPicture(String)
  case noProgram
  case failed(String)
  case tookTooLong(String)
  case wroteTooMuch(String)

  /// Problems of one kind are said once.
  var kind: Int {
    switch self {
    case .noTerminal: 0
    case .noFolder: 1
    case .missing: 2
    case .elsewhere: 3
    case .outside: 4
    case .notRegular: 5
    case .unreadable: 6
    case .tooLarge: 7
    case .notAPicture: 8
    case .noProgram: 9
    case .failed: 10
    case .tookTooLong: 11
    case .wroteTooMuch: 12
    }
  }

  /// In words, of which the first ones name the image.
  var words: String {
    switch self {
    case .noTerminal:
      "pictures need a terminal with colours, and the Unicode character set; swatches stay"
    case .noFolder:
      "pictures are looked for beside the file of the data, and these are in none; swatches stay"
    case .missing(let name): "there is no file '\(name)' beside the data; its swatch stays"
    case .elsewhere(let name): "'\(name)' is not on this computer; its swatch stays"
    case .outside(let name):
      "'\(name)' is outside of the folder of the data, where pictures are not read; its swatch stays"
    case .notRegular(let name): "'\(name)' is not a regular file; its swatch stays"
    case .unreadable(let name): "'\(name)' can't be read; its swatch stays"
    case .tooLarge(let name, let limit):
      "'\(name)' has more than \(limit >> 20) MB, the most for a picture; its swatch stays"
    case .notAPicture(let name):
      "'\(name)' is not a PNG, JPEG, GIF, WebP or TIFF file; its swatch stays"
    case .noProgram:
      "pictures are drawn by the program 'chafa', which is not installed; swatches stay"
    case .failed(let name): "'chafa' can't draw '\(name)'; its swatch stays"
    case .tookTooLong(let name): "'chafa' took too long for '\(name)'; its swatch stays"
    case .wroteTooMuch(let name): "'chafa' wrote too much for '\(name)'; its swatch stays"
    }
  }
}

import DataSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the program was started with.
enum ProgramArguments {
  /// The arguments behind the program's name, with all of their bytes: a name of a file need not be
  /// UTF-8.
  static var all: [String] {
    let texts = CommandLine.arguments
    // What is damaged was repaired with this character.
    guard texts.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
      return Array(texts.dropFirst())
    }
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
        return SystemPath.text(of: bytes)
      }
    }
  }
}

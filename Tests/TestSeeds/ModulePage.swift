import Foundation

/// The page of a module, `Sources/NAME/README.md`, whose example is the code of a test.
public enum ModulePage {
  /// The lines of a page's first block of Swift.
  public static func example(of module: String) throws -> [String] {
    let page = try String(
      contentsOfFile: Repository.path("Sources/\(module)/README.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return section(of: lines, from: "```swift", to: "```")
  }

  /// The lines between the comments `// example` and `// end` of a test's file, without their
  /// common indentation.
  public static func tested(in file: String = #filePath) throws -> [String] {
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let all = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let lines = section(of: all, from: "// example", to: "// end")
    let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indentation)) }
  }

  private static func section(of lines: [String], from start: String, to end: String) -> [String] {
    let rest = lines.drop { $0.drop { $0 == " " } != start }.dropFirst()
    return Array(rest.prefix { $0.drop { $0 == " " } != end })
  }
}

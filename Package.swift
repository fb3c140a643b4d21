// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// On Linux the released program has Swift's libraries inside: joining them at each start takes
/// longer than all else that a start does. The libraries named are those that Foundation needs.
/// Tests in a release build, which only `Scripts/search-seeds` makes, have to do without.
let linksSwiftStatically: [LinkerSetting] =
  Context.environment["SHELF_RELEASE_TESTS"] != nil
  ? []
  : [
    .unsafeFlags(
      [
        "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims",
        "-l_FoundationCollections", "-lstdc++",
      ], .when(platforms: [.linux], configuration: .release))
  ]

/// One room of the house, in the order in which data passes through them.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: pages(of: name), swiftSettings: settings)
}

/// The page of a module is for people.
func pages(of room: String) -> [String] {
  let described = [
    "TableModel", "Arranging", "PredicateLanguage", "Asking", "Results", "Files", "Documents",
    "ValueFormats", "ManyFiles", "Saving", "Differences", "Layouts", "SQLTables", "SQLiteSource",
    "PostgresSource", "TableEngine", "Rendering", "CommandLanguage", "Opening", "Workspaces",
    "Commands", "ShellCore", "Browsing", "Playing", "ShelfTesting", "shelf",
  ]
  return described.contains(room) ? ["README.md"] : []
}

func tests(of room: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(room)Tests", dependencies: [.init(stringLiteral: room), "TestSeeds"] + dependencies,
    swiftSettings: settings)
}

let package = Package(
  name: "shelf",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "shelf", targets: ["shelf"]),
    .library(name: "ShelfTesting", targets: ["ShelfTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .target(name: "CStructuralScan"),
    room("TableModel", ["CStructuralScan"]),
    room("Arranging", ["TableModel"]),
    room("PredicateLanguage", ["TableModel", "CStructuralScan"]),
    room("Asking", ["TableModel", "Arranging", "PredicateLanguage"]),
    room("Results", ["TableModel", "Arranging", "PredicateLanguage"]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CLZMA", pkgConfig: "liblzma", providers: [.apt(["liblzma-dev"]), .brew(["xz"])]),
    .systemLibrary(name: "CBZip2", providers: [.apt(["libbz2-dev"]), .brew(["bzip2"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    room("Files", ["TableModel", "CStructuralScan", "CZlib", "CLZMA", "CBZip2", "CZstd"]),
    room("Documents", ["TableModel", "CStructuralScan", "Files"]),
    room(
      "ValueFormats",
      ["TableModel", "Files", "Documents", .product(name: "Yams", package: "Yams")]),
    room("ManyFiles", ["TableModel", "Files"]),
    room("Saving", ["TableModel", "Files", "Documents"]),
    room("Differences", ["TableModel", "Documents", "Saving"]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    room("SQLTables", ["TableModel", "Arranging", "Documents"]),
    room("SQLiteSource", ["TableModel", "Files", "Documents", "SQLTables", "CSQLite"]),
    .target(name: "CPostgres"),
    room(
      "PostgresSource",
      ["TableModel", "Files", "Documents", "SQLTables", "SQLiteSource", "CPostgres"]),
    room("TableEngine", ["TableModel"]),
    room("Rendering", ["TableModel", "TableEngine"]),
    room(
      "CommandLanguage",
      [
        "TableModel", "Asking", "PredicateLanguage", "Files", "Documents", "ManyFiles",
        "TableEngine", "Rendering",
      ]),
    room(
      "Opening",
      [
        "TableModel", "Asking", "Files", "Documents", "ValueFormats", "ManyFiles", "SQLiteSource",
        "PostgresSource", "CommandLanguage",
      ]),
    room(
      "Layouts",
      [
        "CommandLanguage", "TableModel", "PredicateLanguage", "Files", "Documents", "TableEngine",
        "Rendering",
      ]),
    room(
      "Workspaces",
      [
        "CommandLanguage", "TableModel", "Arranging", "PredicateLanguage", "Asking", "Results",
        "Files", "Documents", "Saving", "TableEngine", "Rendering",
      ]),
    room(
      "Commands",
      [
        "Workspaces", "CommandLanguage", "Opening", "Layouts", "TableModel", "Arranging",
        "PredicateLanguage", "Asking", "Results", "Files", "Documents", "ManyFiles", "Saving",
        "Differences", "SQLTables", "TableEngine", "Rendering",
      ]),
    room(
      "ShellCore",
      [
        "TableModel", "PredicateLanguage", "Asking", "Files", "Documents", "TableEngine",
        "Rendering", "CommandLanguage", "Workspaces", "Commands",
      ]),
    room(
      "Browsing",
      [
        "TableModel", "PredicateLanguage", "Arranging", "Asking", "TableEngine", "Rendering",
        "CommandLanguage", "Workspaces", "Commands", "ShellCore",
      ]),
    room(
      "Playing",
      [
        "TableModel", "Files", "Documents", "ManyFiles", "TableEngine", "Rendering",
        "CommandLanguage", "Opening", "Workspaces", "Commands", "ShellCore",
      ]),
    room(
      "ShelfTesting",
      [
        "Playing", "ShellCore", "Commands", "Workspaces", "CommandLanguage", "TableEngine",
        "TableModel",
      ]),
    .systemLibrary(
      name: "CLibedit", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .target(name: "CEditShim", dependencies: ["CLibedit"]),
    .executableTarget(
      name: "shelf",
      dependencies: [
        "TableModel", "PredicateLanguage", "Asking", "Files", "Documents", "ManyFiles",
        "Differences", "TableEngine", "Rendering", "CommandLanguage", "Opening", "Workspaces",
        "Commands", "ShellCore", "Browsing", "Playing", "CEditShim", "CLibedit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: pages(of: "shelf"), swiftSettings: settings, linkerSettings: linksSwiftStatically),
    .target(
      name: "TestSeeds", dependencies: ["TableModel", "CommandLanguage", "Opening"],
      path: "Tests/TestSeeds", swiftSettings: settings),
    tests(of: "TableModel"),
    tests(of: "PredicateLanguage", ["TableModel", "CStructuralScan"]),
    tests(
      of: "Arranging",
      [
        "TableModel", "Files", "Documents", "PredicateLanguage", "CZlib", "CLZMA", "CBZip2",
        "CZstd",
      ]),
    tests(of: "Asking", ["TableModel", "Arranging", "Files", "Documents", "PredicateLanguage"]),
    tests(of: "Results", ["TableModel", "Arranging", "Documents"]),
    tests(
      of: "Documents",
      [
        "TableModel", "Arranging", "PredicateLanguage", "Files", "CZlib", "CLZMA", "CBZip2",
        "CZstd",
      ]),
    tests(of: "Files", ["TableModel"]),
    tests(of: "ValueFormats", ["TableModel", "Files", "Documents"]),
    tests(of: "ManyFiles", ["TableModel", "Documents"]),
    tests(
      of: "Saving",
      ["TableModel", "Arranging", "Files", "Documents", "CZlib", "CLZMA", "CBZip2", "CZstd"]),
    tests(of: "Differences", ["TableModel", "Files", "Documents"]),
    tests(of: "SQLTables", ["TableModel", "PredicateLanguage", "CSQLite"]),
    tests(
      of: "SQLiteSource",
      [
        "TableModel", "Arranging", "Documents", "SQLTables", "CommandLanguage", "Workspaces",
        "Commands", "Rendering", "CSQLite",
      ]),
    tests(
      of: "PostgresSource",
      [
        "TableModel", "PredicateLanguage", "Results", "Files", "Documents", "SQLTables",
        "CommandLanguage", "Opening", "Rendering", "Workspaces", "Commands",
      ]),
    // What the protocol of a data source promises, checked for the conformers of all modules.
    .testTarget(
      name: "SourceTests",
      dependencies: [
        "TestSeeds", "TableModel", "Arranging", "Files", "Documents", "ManyFiles", "Saving",
        "Differences", "SQLTables", "SQLiteSource", "CZlib", "CLZMA", "CBZip2", "CZstd",
      ],
      swiftSettings: settings),
    tests(of: "TableEngine", ["TableModel"]),
    tests(of: "Rendering", ["TableModel", "TableEngine"]),
    tests(of: "CommandLanguage"),
    tests(of: "Layouts", ["Files", "Documents", "Rendering"]),
    tests(
      of: "Commands",
      [
        "Workspaces", "Layouts", "CommandLanguage", "Opening", "TableModel", "PredicateLanguage",
        "Arranging", "Asking", "Files", "Documents", "SQLiteSource", "TableEngine", "Rendering",
      ]),
    tests(
      of: "ShellCore",
      [
        "Workspaces", "Commands", "CommandLanguage", "Opening", "Asking", "Files", "Documents",
        "TableEngine", "Rendering", "TableModel",
      ]),
    // The sessions in pages start the program itself.
    tests(
      of: "Playing",
      [
        "ShellCore", "Workspaces", "Commands", "CommandLanguage", "Rendering", "TableEngine",
        "TableModel", "shelf",
      ]),
    tests(
      of: "Browsing",
      [
        "Playing", "Arranging", "Asking", "ShellCore", "Workspaces", "Commands",
        "CommandLanguage", "Opening", "Rendering", "TableEngine", "TableModel",
      ]),
    tests(of: "ShelfTesting"),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "TestSeeds", "Workspaces", "TableEngine", "Playing", "shelf",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
  ]
)

// What `Scripts/fuzz` builds: parts of the program that are given random bytes, and the program itself. Its `main` comes
// with the sanitizer, so that an ordinary build knows nothing of it.
if Context.environment["SHELF_FUZZING"] != nil {
  let place = package.targets.firstIndex { $0.name == "shelf" }!
  let program = package.targets[place]
  package.products = []
  package.targets[place] = .target(
    name: program.name, dependencies: program.dependencies, exclude: program.exclude,
    swiftSettings: settings + [.define("FUZZING")])
  let rooms = package.targets.filter { $0.type == .regular && $0.name != "CEditShim" }.map(\.name)
  // What libFuzzer looks at after each input grows with the program, so that readers have one of their own.
  package.targets += [
    .target(
      name: "FuzzHarness", dependencies: ["TableModel", "Arranging", "Files", "Documents"],
      path: "Fuzzing/Sources/FuzzHarness", swiftSettings: settings),
    .executableTarget(
      name: "fuzz-readers",
      dependencies: ["FuzzHarness", "TableModel", "Files", "Documents", "ValueFormats"],
      path: "Fuzzing/Sources/FuzzReaders", swiftSettings: settings),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzHarness"] + rooms.map { .init(stringLiteral: $0) },
      path: "Fuzzing/Sources/FuzzProgram", swiftSettings: settings),
  ]
}

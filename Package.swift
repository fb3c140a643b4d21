// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// One room of the house, in the order in which data passes through them.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of room: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(room)Tests", dependencies: [.init(stringLiteral: room)] + dependencies,
    swiftSettings: settings)
}

let package = Package(
  name: "shelf",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "shelf", targets: ["shelf"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    room("TableModel"),
    room("PredicateLanguage", ["TableModel"]),
    room("DataSources", ["TableModel"]),
    room("TableEngine", ["TableModel"]),
    room("Rendering", ["TableModel", "TableEngine"]),
    room(
      "Commands",
      ["TableModel", "PredicateLanguage", "DataSources", "TableEngine", "Rendering"]),
    room(
      "ShellCore",
      ["Commands", "DataSources", "PredicateLanguage", "Rendering", "TableModel"]),
    .systemLibrary(
      name: "CLibedit", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .target(name: "CEditShim", dependencies: ["CLibedit"]),
    .executableTarget(
      name: "shelf",
      dependencies: [
        "ShellCore", "Commands", "CEditShim", "CLibedit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    tests(of: "TableModel"),
    .systemLibrary(
      name: "CSQLite", path: "Tests/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    tests(of: "PredicateLanguage", ["TableModel", "CSQLite"]),
    tests(of: "DataSources", ["TableModel"]),
    tests(of: "TableEngine", ["TableModel"]),
    tests(of: "Rendering", ["TableModel", "TableEngine"]),
    tests(of: "Commands", ["TableModel", "DataSources", "TableEngine", "Rendering"]),
    tests(of: "ShellCore", ["Commands"]),
    .testTarget(name: "TerminalTests", dependencies: ["shelf"], swiftSettings: settings),
  ]
)

// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// `bench` measures the program from outside, as its users meet it, so it needs no part of its
// library: building it takes seconds and can't be broken by a change in the shell. `engine-steps`
// and `data-steps` are two of the programs that it runs: the modules of the engine and of rendering,
// and those of the data sources and of predicates, which are links to the program's own, and nothing
// around them. `Workloads` is what `bench` and `data-steps` share.
let package = Package(
  name: "shelf-benchmarks",
  targets: [
    .target(name: "Workloads", swiftSettings: settings),
    .executableTarget(name: "bench", dependencies: ["Workloads"], swiftSettings: settings),
    .target(name: "TableModel", dependencies: ["CStructuralScan"], swiftSettings: settings),
    .target(name: "Arranging", dependencies: ["TableModel"], swiftSettings: settings),
    .target(name: "TableEngine", dependencies: ["TableModel"], swiftSettings: settings),
    .target(
      name: "Rendering", dependencies: ["TableModel", "TableEngine"], swiftSettings: settings),
    .target(name: "CStructuralScan"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CLZMA", pkgConfig: "liblzma"),
    .systemLibrary(name: "CBZip2"),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd"),
    .target(
      name: "Files",
      dependencies: ["TableModel", "CStructuralScan", "CZlib", "CLZMA", "CBZip2", "CZstd"],
      swiftSettings: settings),
    .target(
      name: "Documents", dependencies: ["TableModel", "Arranging", "CStructuralScan", "Files"],
      swiftSettings: settings),
    .target(
      name: "PredicateLanguage", dependencies: ["TableModel", "CStructuralScan"],
      swiftSettings: settings),
    .target(name: "CAllocationCount"),
    .executableTarget(
      name: "engine-steps",
      dependencies: ["TableModel", "TableEngine", "Rendering", "CAllocationCount"],
      swiftSettings: settings),
    .executableTarget(
      name: "data-steps",
      dependencies: ["TableModel", "Arranging", "Documents", "PredicateLanguage", "Workloads"],
      swiftSettings: settings),
    .testTarget(name: "benchTests", dependencies: ["bench", "Workloads"], swiftSettings: settings),
  ]
)

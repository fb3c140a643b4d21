// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// Measures the program from outside, as its users meet it, so it needs no part of its library:
// building this package takes seconds and can't be broken by a change in the shell.
let package = Package(
  name: "shelf-benchmarks",
  targets: [
    .executableTarget(name: "bench", swiftSettings: settings),
    .testTarget(name: "benchTests", dependencies: ["bench"], swiftSettings: settings),
  ]
)

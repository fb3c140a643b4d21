// swift-tools-version: 6.2

import PackageDescription

// Tests of a program's data files, as another package would write them: nothing here but tests.
let package = Package(
  name: "SnapshotTests",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Outside of this repository: .package(url: "...", from: "1.0.0")
    .package(name: "shelf", path: "../..")
  ],
  targets: [
    .testTarget(
      name: "SnapshotTests",
      dependencies: [.product(name: "ShelfTesting", package: "shelf")],
      exclude: ["__Snapshots__", "Data"])
  ]
)

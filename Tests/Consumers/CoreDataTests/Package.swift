// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because traits are chosen for a whole package: with this one on, the tests
// of Daybook itself would be built twice.
let package = Package(
  name: "core-data-tests",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "daybook", path: "../../..", traits: ["CoreData", "Tools"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .testTarget(
      name: "CoreDataTests",
      dependencies: [
        .product(name: "CoreDataInterchange", package: "daybook"),
        .product(name: "Daybook", package: "daybook"),
        .product(name: "DaybookTesting", package: "daybook"),
        .product(name: "Interchange", package: "daybook"),
        .product(name: "Nursery", package: "daybook"),
        .product(name: "NurseryCoreData", package: "daybook"),
        .product(name: "NurseryInterchange", package: "daybook"),
        .product(name: "daybookctl", package: "daybook"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: ".", exclude: ["Fixtures"], sources: ["Cases", "Examples"])
  ],
  swiftLanguageModes: [.v6]
)

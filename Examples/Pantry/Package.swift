// swift-tools-version: 6.2
import PackageDescription

let daybook = Target.Dependency.product(name: "DaybookMacros", package: "daybook")
let sync = Target.Dependency.product(name: "DaybookSync", package: "daybook")

let package = Package(
  name: "pantry",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Pantry", targets: ["Pantry"]),
    // `swift run pantry log --store DIR`: the app's own command line.
    .executable(name: "pantry", targets: ["PantryTool"]),
    .executable(name: "pantry-demo", targets: ["pantry-demo"]),
  ],
  dependencies: [
    // An app of your own writes `.package(url: …, from: …, traits: ["Macros", "Sync", "Tools"])`.
    .package(name: "daybook", path: "../..", traits: ["Macros", "Sync", "Tools"])
  ],
  targets: [
    .target(name: "Pantry", dependencies: [daybook, sync]),
    .executableTarget(
      name: "PantryTool",
      dependencies: ["Pantry", .product(name: "DaybookTool", package: "daybook")]),
    .executableTarget(
      name: "pantry-demo", dependencies: ["Pantry", daybook, sync], path: "Sources/Demo"),
    .testTarget(
      name: "PantryTests",
      dependencies: [
        "Pantry", daybook, sync, .product(name: "DaybookHub", package: "daybook"),
        .product(name: "DaybookSnapshot", package: "daybook"),
        .product(name: "DaybookTesting", package: "daybook"),
      ],
      exclude: ["StoredFormat.txt"]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let daybook = Target.Dependency.product(name: "DaybookMacros", package: "daybook")
let sync = Target.Dependency.product(name: "DaybookSync", package: "daybook")

let package = Package(
  name: "grocer",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Grocer", targets: ["Grocer"]),
    // `swift run grocer log --store DIR`: the app's own command line.
    .executable(name: "grocer", targets: ["GrocerTool"]),
    .executable(name: "grocer-demo", targets: ["grocer-demo"]),
  ],
  dependencies: [
    // An app of your own writes `.package(url: …, from: …, traits: ["Macros", "Sync", "Tools"])`.
    .package(name: "daybook", path: "../..", traits: ["Macros", "Sync", "Tools"])
  ],
  targets: [
    .target(name: "Grocer", dependencies: [daybook, sync]),
    .executableTarget(
      name: "GrocerTool",
      dependencies: ["Grocer", .product(name: "DaybookTool", package: "daybook")]),
    .executableTarget(
      name: "grocer-demo", dependencies: ["Grocer", daybook, sync], path: "Sources/Demo"),
    .testTarget(
      name: "GrocerTests",
      dependencies: [
        "Grocer", daybook, sync, .product(name: "DaybookSnapshot", package: "daybook"),
        .product(name: "DaybookTesting", package: "daybook"),
      ],
      exclude: ["StoredFormat.txt"]),
  ],
  swiftLanguageModes: [.v6]
)

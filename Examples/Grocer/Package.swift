// swift-tools-version: 6.2
import PackageDescription

let daybook = Target.Dependency.product(name: "Daybook", package: "daybook")

// `Tools/` has the server of the pages where DAYBOOK_HUB is set: `DAYBOOK_HUB=1 swift build`.
let package = Package(
  name: "grocer",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Grocer", targets: ["Grocer"]),
    // The app's own command line, with `inspect`.
    .executable(name: "grocer", targets: ["GrocerTool"]),
    .executable(name: "grocer-demo", targets: ["grocer-demo"]),
  ],
  dependencies: [
    // An app of your own has a clone of Daybook beside it for the second one.
    .package(name: "daybook", path: "../..", traits: ["Tools"]),
    .package(name: "daybook-tools", path: "../../Tools"),
  ],
  targets: [
    .target(name: "Grocer", dependencies: [daybook]),
    .executableTarget(
      name: "GrocerTool",
      dependencies: [
        "Grocer", daybook, .product(name: "DaybookTool", package: "daybook"),
        .product(name: "InspectorServer", package: "daybook-tools"),
      ]),
    .executableTarget(
      name: "grocer-demo", dependencies: ["Grocer", daybook], path: "Sources/Demo"),
    .testTarget(
      name: "GrocerTests",
      dependencies: ["Grocer", daybook, .product(name: "DaybookTesting", package: "daybook")]),
  ],
  swiftLanguageModes: [.v6]
)

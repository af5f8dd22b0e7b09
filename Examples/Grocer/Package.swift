// swift-tools-version: 6.2
import PackageDescription

let daybook = Target.Dependency.product(name: "DaybookMacros", package: "daybook")

let package = Package(
  name: "grocer",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Grocer", targets: ["Grocer"])],
  dependencies: [
    // An app of your own writes `.package(url: …, from: …, traits: ["Macros"])`.
    .package(name: "daybook", path: "../..", traits: ["Macros"])
  ],
  targets: [
    .target(name: "Grocer", dependencies: [daybook]),
    .executableTarget(name: "grocer-demo", dependencies: ["Grocer"], path: "Sources/Demo"),
    .testTarget(
      name: "GrocerTests",
      dependencies: [
        "Grocer", .product(name: "DaybookSnapshot", package: "daybook"),
        .product(name: "DaybookTesting", package: "daybook"),
      ],
      exclude: ["StoredFormat.txt"]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "puppy",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Puppy", targets: ["Puppy"])],
  dependencies: [
    // An app of your own writes `.package(url: …, from: …)`.
    .package(name: "daybook", path: "../..", traits: [])
  ],
  targets: [
    .target(
      name: "Puppy",
      dependencies: [
        .product(name: "Daybook", package: "daybook"),
        .product(name: "Interchange", package: "daybook"),
      ]),
    .testTarget(
      name: "PuppyTests",
      dependencies: [
        "Puppy", .product(name: "Daybook", package: "daybook"),
        .product(name: "DaybookTesting", package: "daybook"),
        .product(name: "Interchange", package: "daybook"),
      ],
      exclude: ["StoredFormat.txt"], resources: [.copy("Seed")]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let daybook = Target.Dependency.product(name: "Daybook", package: "daybook")
let interchange = Target.Dependency.product(name: "Interchange", package: "daybook")

let package = Package(
  name: "puppy",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Puppy", targets: ["Puppy"])],
  dependencies: [
    // An app of your own writes `.package(url: …, from: …)`.
    .package(name: "daybook", path: "../..", traits: [])
  ],
  targets: [
    .target(name: "Puppy", dependencies: [daybook, interchange]),
    .testTarget(
      name: "PuppyTests",
      dependencies: [
        "Puppy", daybook, interchange,
        .product(name: "DaybookSnapshot", package: "daybook"),
        .product(name: "DaybookTesting", package: "daybook"),
      ],
      exclude: ["StoredFormat.txt"], resources: [.copy("Seed")]),
  ],
  swiftLanguageModes: [.v6]
)

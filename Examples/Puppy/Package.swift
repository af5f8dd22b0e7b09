// swift-tools-version: 6.2
import PackageDescription

let daybook = Target.Dependency.product(name: "Daybook", package: "daybook")
let sync = Target.Dependency.product(name: "DaybookSync", package: "daybook")
let interchange = Target.Dependency.product(name: "Interchange", package: "daybook")

let package = Package(
  name: "puppy",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Puppy", targets: ["Puppy"])],
  dependencies: [
    // An app of your own writes `.package(url: …, from: …, traits: ["Sync"])`.
    .package(name: "daybook", path: "../..", traits: ["Sync"])
  ],
  targets: [
    .target(name: "Puppy", dependencies: [daybook, interchange, sync]),
    .testTarget(
      name: "PuppyTests",
      dependencies: [
        "Puppy", daybook, interchange, sync,
        .product(name: "DaybookSnapshot", package: "daybook"),
        .product(name: "DaybookTesting", package: "daybook"),
      ],
      exclude: ["StoredFormat.txt"], resources: [.copy("Seed")]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "checkins",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Checkins", targets: ["Checkins"])],
  dependencies: [
    // An app of your own writes `.package(url: …, from: …)`.
    .package(name: "daybook", path: "../..", traits: [])
  ],
  targets: [
    .target(
      name: "Checkins",
      dependencies: [
        .product(name: "Daybook", package: "daybook"),
        .product(name: "Interchange", package: "daybook"),
      ]),
    .testTarget(
      name: "CheckinsTests",
      dependencies: [
        "Checkins", .product(name: "Daybook", package: "daybook"),
        .product(name: "DaybookTesting", package: "daybook"),
        .product(name: "Interchange", package: "daybook"),
      ],
      exclude: ["StoredFormat.txt"]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let daybook = Target.Dependency.product(name: "Daybook", package: "daybook")
let sync = Target.Dependency.product(name: "DaybookSync", package: "daybook")

let package = Package(
  name: "diary",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Diary", targets: ["Diary"])],
  dependencies: [
    // An app of your own writes `.package(url: …, from: …, traits: ["Sync"])`.
    .package(name: "daybook", path: "../..", traits: ["Sync"])
  ],
  targets: [
    .target(name: "Diary", dependencies: [daybook, sync]),
    .testTarget(
      name: "DiaryTests",
      dependencies: [
        "Diary", daybook, sync, .product(name: "DaybookSnapshot", package: "daybook"),
        .product(name: "DaybookTesting", package: "daybook"),
      ],
      exclude: ["StoredFormat.txt"]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableExperimentalFeature("Lifetimes"),
]

let lmdb: Target.Dependency = .product(name: "_LMDB", package: "daybook")

let package = Package(
  name: "daybook-benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    // Preloaded into a program it records the program's calls into liblmdb; see calltrace.c.
    .library(name: "calltrace", type: .dynamic, targets: ["CallTrace"])
  ],
  dependencies: [.package(name: "daybook", path: "..", traits: [])],
  targets: [
    // The dependency on Swift code is only for the place of liblmdb's header and library.
    .target(name: "CFloor", dependencies: ["CallRecord", lmdb]),
    .target(name: "CallRecord"),
    .target(name: "CallTrace", dependencies: ["CallRecord"]),
    .executableTarget(
      name: "layer-cost", dependencies: ["CFloor", lmdb], path: "Sources/LayerCost",
      swiftSettings: settings),
    .executableTarget(
      name: "event-bench",
      dependencies: [
        "CFloor", lmdb,
        .product(name: "Daybook", package: "daybook"),
        .product(name: "Nursery", package: "daybook"),
      ],
      path: "Sources/EventBench", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

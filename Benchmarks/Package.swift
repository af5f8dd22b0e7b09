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

let nursery: [Target.Dependency] = [
  .product(name: "Daybook", package: "daybook"), .product(name: "Nursery", package: "daybook"),
  .product(name: "_NurseryHousehold", package: "daybook"),
]

let sync: [Target.Dependency] = [
  .product(name: "DaybookHub", package: "daybook", condition: .when(traits: ["Sync"])),
  .product(name: "DaybookSync", package: "daybook", condition: .when(traits: ["Sync"])),
]

let interchange: [Target.Dependency] = [
  .product(name: "Interchange", package: "daybook"),
  .product(name: "NurseryInterchange", package: "daybook"),
]

let package = Package(
  name: "daybook-benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    // Preloaded into a program it records the program's calls into liblmdb; see calltrace.c.
    .library(name: "calltrace", type: .dynamic, targets: ["CallTrace"]),
    // As calltrace, of libsqlite3; see sqltrace.c.
    .library(name: "sqltrace", type: .dynamic, targets: ["SQLTrace"]),
  ],
  traits: [
    .trait(name: "Peers", description: "SQLite through GRDB, for comparison (fetches GRDB.swift)"),
    .trait(name: "Sync", description: "Runs of replication (builds swift-crypto, some minutes)"),
  ],
  dependencies: [
    .package(
      name: "daybook", path: "..",
      traits: [.trait(name: "Sync", condition: .when(traits: ["Sync"]))]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
  ],
  targets: [
    // The dependency on Swift code is only for the place of liblmdb's header and library.
    .target(name: "CFloor", dependencies: ["CallRecord", lmdb]),
    .target(name: "CallRecord"),
    .target(name: "CallTrace", dependencies: ["CallRecord"]),
    .target(name: "SQLTrace", dependencies: ["CallRecord"]),
    .target(
      name: "SQLFloor", dependencies: ["CallRecord"], linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "layer-cost", dependencies: ["CFloor", lmdb], path: "Sources/LayerCost",
      swiftSettings: settings),
    .target(name: "BenchSupport", dependencies: ["CFloor"], swiftSettings: settings),
    // What is measured of Daybook: by event-bench for the tables, which counts under callgrind and
    // beside the peers, and by `swift package benchmark`.
    .target(
      name: "BenchRuns", dependencies: ["BenchSupport", lmdb] + interchange + nursery + sync,
      swiftSettings: settings),
    .executableTarget(
      name: "event-bench", dependencies: ["BenchRuns", "BenchSupport", "CFloor", lmdb] + nursery,
      path: "Sources/EventBench", swiftSettings: settings),
    .executableTarget(
      name: "DaybookBenchmarks",
      dependencies: [
        "BenchRuns", "BenchSupport", .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/DaybookBenchmarks", swiftSettings: settings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "peer-bench",
      dependencies: [
        "BenchSupport", .target(name: "SQLFloor", condition: .when(traits: ["Peers"])),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Peers"])),
      ] + nursery,
      path: "Sources/PeerBench", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

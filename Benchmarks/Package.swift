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

/// `make bench` builds SQLite's side of the comparison, in C and through GRDB.
let hasPeers = Context.environment["DAYBOOK_PEERS"] != nil

let grdb: Package.Dependency = .package(
  url: "https://github.com/groue/GRDB.swift", from: "7.10.0")

let peers: [Target] = [
  .target(
    name: "SQLFloor", dependencies: ["CallRecord"], linkerSettings: [.linkedLibrary("sqlite3")]),
  .executableTarget(
    name: "peer-bench",
    dependencies: ["BenchSupport", "SQLFloor", .product(name: "GRDB", package: "GRDB.swift")]
      + nursery,
    path: "Sources/PeerBench", swiftSettings: settings),
]

/// `make bench-suite` builds the runs as ordo-one/benchmark wants them. Elsewhere that is not fetched:
/// SwiftPM builds its plugin with every program of this package.
let hasSuite = Context.environment["DAYBOOK_SUITE"] != nil

let benchmark: Package.Dependency =
  .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: [])

let suite: Target = .executableTarget(
  name: "DaybookBenchmarks",
  dependencies: ["BenchRuns", "BenchSupport", .product(name: "Benchmark", package: "benchmark")],
  path: "Benchmarks/DaybookBenchmarks", swiftSettings: settings,
  plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])

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
    .trait(name: "Sync", description: "Runs of replication (builds swift-crypto, some minutes)")
  ],
  dependencies: [
    .package(
      name: "daybook", path: "..",
      traits: [.trait(name: "Sync", condition: .when(traits: ["Sync"]))])
  ] + (hasPeers ? [grdb] : []) + (hasSuite ? [benchmark] : []),
  targets: [
    // The dependency on Swift code is only for the place of liblmdb's header and library.
    .target(name: "CFloor", dependencies: ["CallRecord", lmdb]),
    .target(name: "CallRecord"),
    .target(name: "CallTrace", dependencies: ["CallRecord"]),
    .target(name: "SQLTrace", dependencies: ["CallRecord"]),
    .executableTarget(
      name: "layer-cost", dependencies: ["CFloor", lmdb], path: "Sources/LayerCost",
      swiftSettings: settings),
    .target(name: "BenchSupport", dependencies: ["CFloor"], swiftSettings: settings),
    // What is measured of a household's store alone, and the program for the gate that has nothing
    // else: it needs four modules fewer, and each takes up to half a minute for release.
    .target(
      name: "HouseholdRuns", dependencies: ["BenchSupport", lmdb] + nursery,
      swiftSettings: settings),
    .executableTarget(
      name: "gate-bench", dependencies: ["BenchSupport", "HouseholdRuns"],
      path: "Sources/GateBench", swiftSettings: settings),
    // All that is measured of Daybook: by event-bench for the tables, which counts under callgrind
    // and beside the peers, and by `swift package benchmark`.
    .target(
      name: "BenchRuns",
      dependencies: ["BenchSupport", "HouseholdRuns"] + interchange + nursery + sync,
      swiftSettings: settings),
    .executableTarget(
      name: "event-bench", dependencies: ["BenchRuns", "BenchSupport", "CFloor"],
      path: "Sources/EventBench", swiftSettings: settings),
  ] + (hasPeers ? peers : []) + (hasSuite ? [suite] : []),
  swiftLanguageModes: [.v6]
)

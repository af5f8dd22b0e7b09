// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableExperimentalFeature("Lifetimes"),
]

// `make quick` builds the engine and its tests alone, in a place of its own, and fetches nothing.
let isQuick = Context.environment["DAYBOOK_QUICK"] != nil

/// `make test` optimises what its tests spend their time in, with every check of a debug build. A
/// module is compiled at once: file by file costs several times as much. Who fetches Daybook
/// must see none of these flags, because SwiftPM refuses such packages.
let optimized: [SwiftSetting] =
  Context.environment["DAYBOOK_OPTIMIZED"] == nil
  ? []
  : [
    .unsafeFlags([
      "-O", "-wmo", "-num-threads", "2", "-disable-batch-mode", "-assert-config", "Debug",
    ])
  ]

/// A module in the folder of its storey, `Sources/STOREY/NAME`.
func module(
  _ name: String, in storey: String, _ dependencies: [Target.Dependency] = [],
  with extra: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(storey)/\(name)",
    swiftSettings: settings + extra)
}

/// The tests of a storey, `Tests/STOREY/NAME`.
func tests(
  _ name: String, in storey: String, _ dependencies: [Target.Dependency],
  exclude: [String] = [], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(storey)/\(name)", exclude: exclude,
    resources: resources, swiftSettings: settings)
}

/// What several test targets use, `Tests/Support/NAME`.
func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: settings)
}

/// A product of another package, where the trait is on that needs it; nobody else fetches it.
func product(_ name: String, of package: String, with trait: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: [trait]))
}

let crypto = product("Crypto", of: "swift-crypto", with: "Sync")

// MARK: - Engine

let engine: [Target] = [
  // LMDB's header and the instruction for checksums. liblmdb comes from the system on Linux and
  // macOS, and from a package with its sources where `SourceLMDB` is on.
  .target(
    name: "CDaybook",
    dependencies: [
      .target(name: "SystemLMDB", condition: .when(platforms: [.linux, .macOS]))
    ] + (isQuick ? [] : [product("CLMDB", of: "CLMDB", with: "SourceLMDB")]),
    path: "Sources/Engine/CDaybook"),
  .systemLibrary(
    name: "SystemLMDB", path: "Sources/Engine/SystemLMDB", pkgConfig: "lmdb",
    providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
  module("LMDB", in: "Engine", ["CDaybook"], with: optimized),
  module("DaybookSnapshot", in: "Engine", with: optimized),
  module("Daybook", in: "Engine", ["LMDB", "DaybookSnapshot"], with: optimized),
  module("DaybookTesting", in: "Engine", ["Daybook"]),
]

let engineTests: [Target] = [
  // How many run at the same moment, and where their stores lie.
  .target(name: "TestEnvironment", path: "Tests/Support/TestEnvironment"),
  support("TestRun", ["TestEnvironment"]),
  support("TemporaryFolders"),
  .systemLibrary(name: "CSpawn", path: "Tests/Support/CSpawn"),
  support("ChildProcesses", ["CSpawn"]),
  support("StoreFixtures", ["Daybook", "LMDB"]),
  tests("LMDBTests", in: "Engine", ["LMDB", "DaybookTesting", "TemporaryFolders", "TestRun"]),
  tests("DaybookSnapshotTests", in: "Engine", ["DaybookSnapshot", "TemporaryFolders", "TestRun"]),
  tests(
    "DaybookTests", in: "Engine",
    [
      "ChildProcesses", "Daybook", "DaybookSnapshot", "DaybookTesting", "LMDB", "StoreFixtures",
      "TemporaryFolders", "TestRun",
    ],
    resources: [.copy("GoldenTests/Golden")]),
]

let adapters: [Target] = [
  // The program that the compiler runs to expand the macros; tested in Tests/Consumers/Macros.
  .macro(
    name: "DaybookMacrosPlugin",
    dependencies: [
      "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax",
      "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
    ].map { product($0, of: "swift-syntax", with: "Macros") },
    path: "Sources/Engine/DaybookMacrosPlugin", swiftSettings: settings),
  module(
    "DaybookMacros", in: "Engine",
    ["Daybook", .target(name: "DaybookMacrosPlugin", condition: .when(traits: ["Macros"]))]),
  module(
    "DaybookTelemetry", in: "Engine",
    [
      "Daybook", product("Logging", of: "swift-log", with: "Telemetry"),
      product("CoreMetrics", of: "swift-metrics", with: "Telemetry"),
      product("Metrics", of: "swift-metrics", with: "Telemetry"),
    ]),
]

// MARK: - Sharing

let sharing: [Target] = [
  // Keys, signatures, members and exchange; the engine beneath knows no cryptography.
  module("DaybookSync", in: "Sharing", ["Daybook", "DaybookSnapshot", crypto]),
  // What answers members' calls on a device that is always on, whatever carries them.
  module("DaybookHub", in: "Sharing", ["Daybook", "DaybookSnapshot", "DaybookSync", crypto]),
  // Shared folders in buckets and on WebDAV servers. Apart, because it reads XML, for which
  // programs on Linux load FoundationXML; whatever carries its requests is elsewhere.
  module("DaybookRemoteFolders", in: "Sharing", ["Daybook", "DaybookSync", crypto]),
  // What carries the calls of both by URLSession. Apart, because that is curl on Linux, and nobody
  // should link a network without asking for it.
  module("DaybookURLSession", in: "Sharing", ["DaybookRemoteFolders", "DaybookSync", crypto]),
]

let sharingTests: [Target] = [
  // The servers of a bucket and of a WebDAV folder, in memory and with faults.
  support("RemoteServers", ["DaybookRemoteFolders", "DaybookSync", "DaybookTesting"]),
  tests(
    "DaybookSyncTests", in: "Sharing",
    [
      "Daybook", "DaybookHub", "DaybookRemoteFolders", "DaybookSync", "DaybookTesting",
      "RemoteServers", "StoreFixtures", "TemporaryFolders", "TestRun",
    ],
    resources: [.copy("Golden")]),
  // Members of a space under every fault that a seed can think of; see Simulate.swift.
  .executableTarget(
    name: "simulate",
    dependencies: [
      "Daybook", "DaybookHub", "DaybookRemoteFolders", "DaybookSync", "DaybookTesting",
      "RemoteServers", "TemporaryFolders",
    ],
    path: "Tests/Sharing/Simulator", swiftSettings: settings),
]

// MARK: - Interchange

let interchange: [Target] = [
  // Imports, exports and backups of any log.
  module("Interchange", in: "Interchange", ["Daybook", "DaybookSnapshot"], with: optimized),
  // The stores of Core Data and SwiftData, of any domain.
  module(
    "CoreDataInterchange", in: "Interchange",
    ["Daybook", "Interchange", product("GRDB", of: "GRDB.swift", with: "CoreData")]),
  // A copy of a store in SQLite.
  module(
    "DaybookSQL", in: "Interchange",
    [
      "Daybook", "Interchange", product("GRDB", of: "GRDB.swift", with: "SQL"),
      product("GRDBSQLite", of: "GRDB.swift", with: "SQL"),
    ]),
]

let interchangeTests: [Target] = [
  tests(
    "InterchangeTests", in: "Interchange",
    ["Daybook", "DaybookTesting", "Interchange", "StoreFixtures", "TemporaryFolders", "TestRun"])
]

// MARK: - Nursery

let nursery: [Target] = [
  module("NurseryWidget", in: "Nursery"),
  module("Nursery", in: "Nursery", ["Daybook", "NurseryWidget"]),
  // The files of other programs for families.
  module("NurseryInterchange", in: "Nursery", ["Daybook", "Interchange", "Nursery"]),
  module(
    "NurseryCoreData", in: "Nursery",
    ["CoreDataInterchange", "Daybook", "Interchange", "Nursery", "NurseryInterchange"]),
]

let nurseryTests: [Target] = [
  // A made-up family, for demonstrations, tests and benchmarks.
  support("NurseryHousehold", ["Daybook", "DaybookTesting", "Nursery"]),
  tests(
    "NurseryTests", in: "Nursery",
    [
      "Daybook", "DaybookSync", "DaybookTesting", "LMDB", "Nursery", "NurseryHousehold",
      "NurseryWidget", "DaybookSnapshot", "TemporaryFolders", "TestRun",
    ],
    resources: [.copy("Prediction/Corpus"), .copy("Verdicts/Recorded")]),
  tests(
    "NurseryInterchangeTests", in: "Nursery",
    [
      "Daybook", "DaybookTesting", "Interchange", "Nursery", "NurseryInterchange",
      "TemporaryFolders", "TestRun",
    ],
    resources: [.copy("Corpus")]),
]

// MARK: - Tool

let tool: [Target] = [
  // Every command that needs no knowledge of a domain, for the stores of any app.
  module(
    "DaybookTool", in: "Tool",
    [
      "Daybook", "DaybookSnapshot", "DaybookSync", "Interchange",
      product("ArgumentParser", of: "swift-argument-parser", with: "Tools"),
    ])
]

// MARK: - What crosses all storeys

// The same sources are fuzzed by tests, and by libFuzzer where `make fuzz` asks for it.
let fuzzDependencies: [Target.Dependency] = [
  "Daybook", "DaybookSnapshot", "DaybookSync", "DaybookTesting", "LMDB", "Nursery",
  "NurseryHousehold", "Interchange", "NurseryInterchange", crypto,
]
let fuzzing: Target =
  Context.environment["DAYBOOK_FUZZ"] == nil
  ? .testTarget(
    name: "FuzzTests", dependencies: fuzzDependencies + ["TestRun"], exclude: ["Driver"],
    resources: [.copy("Corpus")], swiftSettings: settings)
  : .executableTarget(
    name: "fuzz", dependencies: fuzzDependencies, path: "Tests/FuzzTests",
    exclude: [
      "Corpus", "CorpusRecording.swift", "FuzzTests.swift", "Mutator.swift",
      "SyncCorpusRecording.swift",
    ],
    swiftSettings: settings)

// Crash tests that preload a library into their processes, which only Linux lets them do.
#if os(Linux)
let preloading: [String] = []
#else
let preloading = [
  "Mixed/FaultCase.swift", "Mixed/FaultTests.swift", "Mixed/KillPointTests.swift", "PowerCut",
]
#endif

let wholeHouseTests: [Target] = [
  fuzzing,
  // Every block of Swift in the documentation, compiled and run.
  .testTarget(
    name: "SnippetTests",
    dependencies: [
      "ChildProcesses", "Daybook", "DaybookRemoteFolders", "DaybookSnapshot", "DaybookSync",
      "DaybookTesting", "DaybookURLSession", "Interchange", "Nursery", "NurseryHousehold",
      "NurseryInterchange", "TemporaryFolders", "TestRun",
    ],
    // What must not compile, and programs of their own; a test gives them to the compiler.
    exclude: [
      "Refused", "Snippets/GroceryTool.swift", "Snippets/StoredFormat.txt",
      "Snippets/TodosTool.swift",
    ],
    swiftSettings: settings),
  // The process that the crash tests kill, and what is preloaded into it.
  .executableTarget(
    name: "crashwriter",
    dependencies: [
      "Daybook", "DaybookSnapshot", "DaybookTesting", "Interchange", "Nursery",
      "NurseryInterchange",
    ],
    path: "Tests/Support/crashwriter", swiftSettings: settings),
  support("FileRecorder"),
  support("FaultInjector"),
  tests(
    "CrashTests", in: "Engine",
    [
      "ChildProcesses", "Daybook", "DaybookSnapshot", "DaybookTesting", "Interchange", "LMDB",
      "Nursery", "StoreFixtures", "TemporaryFolders", "TestRun", "crashwriter",
    ],
    exclude: preloading),
]

let products: [Product] = [
  .library(name: "Daybook", targets: ["Daybook"]),
  // For widgets and other extensions: neither LMDB nor the engine comes with these two.
  .library(name: "DaybookSnapshot", targets: ["DaybookSnapshot"]),
  .library(name: "NurseryWidget", targets: ["NurseryWidget"]),
  .library(name: "DaybookTesting", targets: ["DaybookTesting"]),
  // `@Payload`, `@Events` and `@Key`; empty without the trait `Macros`.
  .library(name: "DaybookMacros", targets: ["DaybookMacros"]),
  // Empty without the trait Telemetry.
  .library(name: "DaybookTelemetry", targets: ["DaybookTelemetry"]),
  // Replication between members of a space. Does not compile without the trait Sync, and says so.
  .library(name: "DaybookSync", targets: ["DaybookSync"]),
  // The other end of its `HubPeer`; likewise.
  .library(name: "DaybookHub", targets: ["DaybookHub"]),
  // Shared folders in buckets and on WebDAV servers, for its `FolderPeer`; likewise.
  .library(name: "DaybookRemoteFolders", targets: ["DaybookRemoteFolders"]),
  // The network of an app for hubs, buckets and WebDAV; likewise.
  .library(name: "DaybookURLSession", targets: ["DaybookURLSession"]),
  .library(name: "Interchange", targets: ["Interchange"]),
  // Empty without the trait CoreData.
  .library(name: "CoreDataInterchange", targets: ["CoreDataInterchange"]),
  // Empty without the trait SQL.
  .library(name: "DaybookSQL", targets: ["DaybookSQL"]),
  .library(name: "Nursery", targets: ["Nursery"]),
  .library(name: "NurseryInterchange", targets: ["NurseryInterchange"]),
  .library(name: "NurseryCoreData", targets: ["NurseryCoreData"]),
  // A command line for the stores of an app. Empty without the trait Tools.
  .library(name: "DaybookTool", targets: ["DaybookTool"]),
  // Not supported, and free to change in any release: only for the packages in this repository.
  .library(name: "_LMDB", targets: ["LMDB"]),
  .library(name: "_NurseryHousehold", targets: ["NurseryHousehold"]),
  .library(
    name: "_TestSupport",
    targets: ["ChildProcesses", "StoreFixtures", "TemporaryFolders", "TestRun"]),
  // Preloaded into the crash tests' process it records what that does to its files; Linux only.
  .library(name: "_filerecorder", type: .dynamic, targets: ["FileRecorder"]),
  // Preloaded likewise, it lets calls on those files fail; Linux only.
  .library(name: "_faultinjector", type: .dynamic, targets: ["FaultInjector"]),
]

let package = Package(
  name: "daybook",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: isQuick ? [] : products,
  traits: [
    .trait(
      name: "SourceLMDB",
      description: "LMDB from its sources, for iOS and its siblings (fetches CLMDB)"),
    .trait(name: "Macros", description: "The macros of DaybookMacros (fetches swift-syntax)"),
    .trait(
      name: "Telemetry",
      description: "Observers for swift-log and swift-metrics (fetches both)"),
    .trait(
      name: "CoreData",
      description: "Reads the stores of Core Data and SwiftData (fetches GRDB.swift)"),
    .trait(
      name: "SQL", description: "Copies of stores in SQLite, for SQL (fetches GRDB.swift)"),
    .trait(
      name: "Tools", description: "Command lines for apps (fetches swift-argument-parser)",
      enabledTraits: ["Sync"]),
    .trait(
      name: "Sync", description: "Replication between members of a space (fetches swift-crypto)"),
    .default(enabledTraits: ["Sync"]),
  ],
  dependencies: isQuick
    ? []
    : [
      .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
      .package(url: "https://github.com/tannerdsilva/CLMDB.git", from: "0.9.24"),
      .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
      .package(url: "https://github.com/apple/swift-log", from: "1.6.4"),
      .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
      .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
      .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
  targets: isQuick
    ? engine + engineTests
    : engine + engineTests + adapters + sharing + sharingTests + interchange + interchangeTests
      + nursery + nurseryTests + tool + wholeHouseTests,
  swiftLanguageModes: [.v6]
)

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

// The same sources are fuzzed by tests, and by libFuzzer where `make fuzz` asks for it.
let fuzzDependencies: [Target.Dependency] = [
  "Daybook", "DaybookSnapshot", "DaybookSync", "DaybookTesting", "LMDB", "Nursery",
  "NurseryHousehold", "Interchange", "NurseryInterchange",
  .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Sync"])),
]
let fuzzing: Target =
  Context.environment["DAYBOOK_FUZZ"] == nil
  ? .testTarget(
    name: "FuzzTests", dependencies: fuzzDependencies, exclude: ["Driver"],
    resources: [.copy("Corpus")], swiftSettings: settings)
  : .executableTarget(
    name: "fuzz", dependencies: fuzzDependencies, path: "Tests/FuzzTests",
    exclude: [
      "Corpus", "CorpusRecording.swift", "FuzzTests.swift", "Mutator.swift",
      "SyncCorpusRecording.swift",
    ],
    swiftSettings: settings)

/// Products of swift-syntax, where somebody asks for macros; nobody else fetches it.
func syntax(_ names: String...) -> [Target.Dependency] {
  names.map {
    .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"]))
  }
}

let package = Package(
  name: "daybook",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Daybook", targets: ["Daybook"]),
    // For widgets and other extensions: neither LMDB nor the engine comes with these two.
    .library(name: "DaybookSnapshot", targets: ["DaybookSnapshot"]),
    .library(name: "NurseryWidget", targets: ["NurseryWidget"]),
    .library(name: "DaybookTesting", targets: ["DaybookTesting"]),
    // `@Payload`, `@Events` and `@Key`; empty without the trait `Macros`.
    .library(name: "DaybookMacros", targets: ["DaybookMacros"]),
    // Empty without the trait Telemetry.
    .library(name: "DaybookTelemetry", targets: ["DaybookTelemetry"]),
    .library(name: "Nursery", targets: ["Nursery"]),
    .library(name: "NurseryHousehold", targets: ["NurseryHousehold"]),
    .library(name: "Interchange", targets: ["Interchange"]),
    .library(name: "NurseryInterchange", targets: ["NurseryInterchange"]),
    // Empty without the trait CoreData.
    .library(name: "CoreDataInterchange", targets: ["CoreDataInterchange"]),
    .library(name: "NurseryCoreData", targets: ["NurseryCoreData"]),
    // Reads running servers; the only product that uses the network.
    .library(name: "NurseryServers", targets: ["NurseryServers"]),
    // Replication between members of a space. Empty without the trait Sync.
    .library(name: "DaybookSync", targets: ["DaybookSync"]),
    .executable(name: "daybookctl", targets: ["daybookctl"]),
    // Not supported, and free to change in any release: only for the package in Benchmarks/.
    .library(name: "_LMDB", targets: ["LMDB"]),
    // Preloaded into the crash tests' process it records what that does to its files; Linux only.
    .library(name: "_filerecorder", type: .dynamic, targets: ["FileRecorder"]),
    // Preloaded likewise, it lets calls on those files fail; Linux only.
    .library(name: "_faultinjector", type: .dynamic, targets: ["FaultInjector"]),
  ],
  traits: [
    .trait(name: "Tools", description: "The command line (fetches swift-argument-parser)"),
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
      name: "Sync", description: "Replication between members of a space (fetches swift-crypto)"),
    .default(enabledTraits: ["Tools", "Sync"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/tannerdsilva/CLMDB.git", from: "0.9.24"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.4"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    // LMDB's header and the instruction for checksums. liblmdb comes from the system on Linux and
    // macOS, and from a package with its sources where `SourceLMDB` is on.
    .target(
      name: "CDaybook",
      dependencies: [
        .target(name: "SystemLMDB", condition: .when(platforms: [.linux, .macOS])),
        .product(name: "CLMDB", package: "CLMDB", condition: .when(traits: ["SourceLMDB"])),
      ]),
    .systemLibrary(
      name: "SystemLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
    .target(name: "LMDB", dependencies: ["CDaybook"], swiftSettings: settings),
    .target(name: "DaybookSnapshot", swiftSettings: settings),
    .target(name: "Daybook", dependencies: ["LMDB", "DaybookSnapshot"], swiftSettings: settings),
    .target(name: "DaybookTesting", dependencies: ["Daybook"], swiftSettings: settings),
    // The program that the compiler runs to expand the macros; tested in Tests/Macros.
    .macro(
      name: "DaybookMacrosPlugin",
      dependencies: syntax(
        "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax",
        "SwiftSyntaxBuilder", "SwiftSyntaxMacros"),
      swiftSettings: settings),
    .target(
      name: "DaybookMacros",
      dependencies: [
        "Daybook", .target(name: "DaybookMacrosPlugin", condition: .when(traits: ["Macros"])),
      ],
      swiftSettings: settings),
    .target(
      name: "DaybookTelemetry",
      dependencies: [
        "Daybook",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Telemetry"])),
        .product(
          name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Telemetry"])),
        .product(
          name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Telemetry"])),
      ],
      swiftSettings: settings),
    // Keys, signatures, members and exchange; the engine beneath knows no cryptography.
    .target(
      name: "DaybookSync",
      dependencies: [
        "Daybook", "DaybookSnapshot",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Sync"])),
      ],
      swiftSettings: settings),
    .target(name: "NurseryWidget", swiftSettings: settings),
    .target(name: "Nursery", dependencies: ["Daybook", "NurseryWidget"], swiftSettings: settings),
    // A made-up family, for demonstrations, tests and benchmarks.
    .target(
      name: "NurseryHousehold", dependencies: ["Daybook", "DaybookTesting", "Nursery"],
      swiftSettings: settings),
    // Imports, exports and backups of any log.
    .target(
      name: "Interchange", dependencies: ["Daybook", "DaybookSnapshot"], swiftSettings: settings),
    // The files of other programs for families.
    .target(
      name: "NurseryInterchange", dependencies: ["Daybook", "Interchange", "Nursery"],
      swiftSettings: settings),
    // The stores of Core Data and SwiftData, of any domain.
    .target(
      name: "CoreDataInterchange",
      dependencies: [
        "Daybook", "Interchange",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["CoreData"])),
      ],
      swiftSettings: settings),
    .target(
      name: "NurseryCoreData",
      dependencies: [
        "CoreDataInterchange", "Daybook", "Interchange", "Nursery", "NurseryInterchange",
      ],
      swiftSettings: settings),
    // Servers of other programs for families. Apart, because what links URLSession on Linux brings
    // curl along, and nobody should embed a network without asking for it.
    .target(
      name: "NurseryServers", dependencies: ["Daybook", "Interchange", "NurseryInterchange"],
      swiftSettings: settings),
    .executableTarget(
      name: "daybookctl",
      dependencies: [
        "Daybook", "DaybookSnapshot", "Nursery", "NurseryHousehold", "Interchange",
        "NurseryInterchange", "NurseryServers", "CoreDataInterchange", "NurseryCoreData",
        "DaybookSync",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Tools"])),
      ],
      swiftSettings: settings),
    .target(
      name: "TemporaryFolders", path: "Tests/TemporaryFolders", swiftSettings: settings),
    .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
    .target(
      name: "ChildProcesses", dependencies: ["CSpawn"], path: "Tests/ChildProcesses",
      swiftSettings: settings),
    .testTarget(
      name: "LMDBTests", dependencies: ["LMDB", "DaybookTesting", "TemporaryFolders"],
      swiftSettings: settings),
    .testTarget(
      name: "DaybookSnapshotTests",
      dependencies: ["DaybookSnapshot", "NurseryWidget", "TemporaryFolders"],
      swiftSettings: settings),
    .testTarget(
      name: "DaybookTests",
      dependencies: [
        "ChildProcesses", "Daybook", "DaybookSnapshot", "DaybookTesting", "LMDB",
        "TemporaryFolders",
      ],
      resources: [.copy("GoldenTests/Golden")], swiftSettings: settings),
    .testTarget(
      name: "NurseryTests",
      dependencies: [
        "Daybook", "DaybookSync", "DaybookTesting", "LMDB", "Nursery", "NurseryHousehold",
        "NurseryWidget", "DaybookSnapshot", "TemporaryFolders",
      ],
      resources: [.copy("Prediction/Corpus"), .copy("Verdicts/Recorded")],
      swiftSettings: settings),
    .testTarget(
      name: "InterchangeTests",
      dependencies: ["Daybook", "DaybookTesting", "Interchange", "TemporaryFolders"],
      swiftSettings: settings),
    .testTarget(
      name: "NurseryInterchangeTests",
      dependencies: [
        "Daybook", "DaybookTesting", "Interchange", "Nursery", "NurseryInterchange",
        "TemporaryFolders",
      ],
      resources: [.copy("Corpus")], swiftSettings: settings),
    .testTarget(
      name: "DaybookSyncTests",
      dependencies: ["Daybook", "DaybookSync", "DaybookTesting", "TemporaryFolders"],
      resources: [.copy("Golden")], swiftSettings: settings),
    // Members of a space under every fault that a seed can think of; see Simulate.swift.
    .executableTarget(
      name: "simulate",
      dependencies: ["Daybook", "DaybookSync", "DaybookTesting", "TemporaryFolders"],
      path: "Tests/Simulator", swiftSettings: settings),
    // A server on this machine that answers as a test says, with faults.
    .target(name: "LocalServers", path: "Tests/LocalServers", swiftSettings: settings),
    .testTarget(
      name: "NurseryServersTests",
      dependencies: [
        "Daybook", "Interchange", "LocalServers", "Nursery", "NurseryInterchange",
        "NurseryServers", "TemporaryFolders",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "daybookctl", "ChildProcesses", "Daybook", "Interchange", "LMDB", "LocalServers", "Nursery",
        "NurseryHousehold", "TemporaryFolders",
      ],
      exclude: ["Transcripts"],
      swiftSettings: settings),
    // Every block of Swift in the documentation, compiled and run.
    .testTarget(
      name: "SnippetTests",
      dependencies: [
        "ChildProcesses", "Daybook", "DaybookSnapshot", "DaybookSync", "DaybookTesting",
        "Interchange", "Nursery", "NurseryHousehold", "NurseryInterchange", "NurseryServers",
        "TemporaryFolders",
      ],
      // What must not compile, and a program of its own; a test gives them to the compiler.
      exclude: ["Refused", "Snippets/GroceryTool.swift", "Snippets/StoredFormat.txt"],
      swiftSettings: settings),
    // The process that the crash tests kill.
    .executableTarget(
      name: "crashwriter",
      dependencies: [
        "Daybook", "DaybookSnapshot", "DaybookTesting", "Interchange", "Nursery",
        "NurseryInterchange",
      ],
      path: "Tests/crashwriter",
      swiftSettings: settings),
    .target(name: "FileRecorder", path: "Tests/filerecorder"),
    fuzzing,
    .target(name: "FaultInjector", path: "Tests/faultinjector"),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "ChildProcesses", "Daybook", "DaybookSnapshot", "DaybookTesting", "Interchange", "LMDB",
        "Nursery", "TemporaryFolders", "crashwriter",
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

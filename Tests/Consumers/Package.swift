// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableExperimentalFeature("Lifetimes"),
]

func daybook(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "daybook") }
}

/// The tests of an app in `Examples/`, by a link to its folder. The app is a package that stands
/// alone; `Scripts/examples.py` demands that its manifest says the same of its tests.
func example(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.product(name: name, package: name.lowercased())] + dependencies,
    path: name + "Tests", exclude: ["StoredFormat.txt"], resources: resources)
}

// What tests Daybook as other packages embed it, with every trait but SourceLMDB. Apart from the
// root, so that nobody who tests that resolves what the traits need; together, so that Daybook is
// built for all of them once.
let package = Package(
  name: "daybook-consumers",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "daybook", path: "../..", traits: ["CoreData", "Macros", "SQL", "Sync", "Telemetry"]),
    .package(name: "daybook-tools", path: "../../Tools", traits: ["CoreData", "SQL"]),
    .package(path: "../../Examples/Pantry"),
    .package(path: "../../Examples/Puppy"),
    .package(path: "../../Examples/Checkins"),
    .package(path: "../../Examples/Diary"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.4"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
  ],
  targets: [
    example(
      "Pantry",
      daybook(
        "DaybookHub", "DaybookMacros", "DaybookSnapshot", "DaybookSync", "DaybookTesting") + [
          .product(name: "pantry", package: "pantry"),
          .product(name: "pantry-demo", package: "pantry"),
        ]),
    example(
      "Puppy",
      daybook("Daybook", "DaybookSnapshot", "DaybookSync", "DaybookTesting", "Interchange"),
      resources: [.copy("Seed")]),
    example("Checkins", daybook("Daybook", "DaybookTesting", "Interchange")),
    example("Diary", daybook("Daybook", "DaybookSnapshot", "DaybookSync", "DaybookTesting")),
    // By a link to its sources, because its package has the server of the pages.
    .target(name: "Grocer", dependencies: daybook("Daybook"), path: "Grocer"),
    .testTarget(
      name: "GrocerTests", dependencies: ["Grocer"] + daybook("Daybook", "DaybookTesting"),
      path: "GrocerTests"),
    .testTarget(
      name: "DaybookMacrosTests",
      dependencies: daybook("Daybook", "DaybookMacros", "DaybookTesting"),
      path: "Macros/Tests/DaybookMacrosTests",
      // What the compiler is given by a test.
      exclude: ["Accepted", "Expanded", "Refused"], swiftSettings: settings),
    // The same item by hand, by fields named once, and by macros, for `make bench-macros`.
    .executableTarget(
      name: "macro-cost", dependencies: daybook("Daybook", "DaybookMacros"),
      path: "Macros/Sources/MacroCost", swiftSettings: settings),
    .testTarget(
      name: "TelemetryTests",
      dependencies: daybook("Daybook", "DaybookTelemetry", "DaybookTesting") + [
        .product(name: "Logging", package: "swift-log"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ],
      path: "TelemetryTests"),
    .testTarget(
      name: "CoreDataTests",
      dependencies: daybook(
        "CoreDataInterchange", "Daybook", "DaybookTesting", "Interchange", "Nursery",
        "NurseryCoreData", "NurseryInterchange") + [
          // StoreCommandTests run it.
          .product(name: "nursery", package: "daybook-tools"),
          .product(name: "GRDB", package: "GRDB.swift"),
        ],
      path: "CoreDataTests", exclude: ["Fixtures"], sources: ["Cases", "Examples"]),
    // How long a mirror of 100,000 events takes, for `make bench-sql`.
    .executableTarget(
      name: "mirror-cost",
      dependencies: daybook("Daybook", "DaybookSQL", "Nursery", "_NurseryHousehold"),
      path: "MirrorCost"),
    .testTarget(
      name: "SQLTests",
      dependencies: daybook(
        "Daybook", "DaybookSQL", "DaybookTesting", "Interchange", "Nursery", "_NurseryHousehold",
        "_TestSupport") + [
          // What is killed.
          .product(name: "daybookctl", package: "daybook-tools"),
          .product(name: "GRDB", package: "GRDB.swift"),
        ],
      path: "SQLTests"),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func daybook(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "daybook") }
}

// What nobody embeds: the command lines, and what only they reach.
let package = Package(
  name: "daybook-tools",
  platforms: [.macOS(.v15)],
  products: [
    // Any store.
    .executable(name: "daybookctl", targets: ["daybookctl"]),
    // The family's own.
    .executable(name: "nursery", targets: ["nursery"]),
    // What `make demo` shows.
    .executable(name: "demo", targets: ["demo"]),
  ],
  traits: [
    .trait(
      name: "CoreData",
      description: "`import` reads the stores of Core Data and SwiftData (fetches GRDB.swift)")
  ],
  dependencies: [
    .package(
      name: "daybook", path: "..",
      traits: ["Tools", .trait(name: "CoreData", condition: .when(traits: ["CoreData"]))]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    // Servers of other programs for families. Apart, because what links URLSession on Linux brings
    // curl along, and nobody should embed a network without asking for it.
    .target(
      name: "NurseryServers", dependencies: daybook("Daybook", "Interchange", "NurseryInterchange"),
      swiftSettings: settings),
    .executableTarget(
      name: "daybookctl",
      dependencies: daybook("Daybook", "DaybookTool", "Nursery", "_NurseryHousehold") + [
        .product(name: "ArgumentParser", package: "swift-argument-parser")
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "nursery",
      dependencies: daybook(
        "CoreDataInterchange", "Daybook", "DaybookTool", "Interchange", "Nursery",
        "NurseryCoreData", "NurseryInterchange") + [
          "NurseryServers", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
      swiftSettings: settings),
    // A made-up family's log and its views; three stores that share a baby over a folder.
    .executableTarget(
      name: "demo", dependencies: daybook("Daybook", "DaybookSync", "Nursery", "_NurseryHousehold"),
      swiftSettings: settings),
    // A server on this machine that answers as a test says, with faults.
    .target(name: "LocalServers", path: "Tests/LocalServers", swiftSettings: settings),
    .testTarget(
      name: "NurseryServersTests",
      dependencies: daybook(
        "Daybook", "Interchange", "Nursery", "NurseryInterchange", "_TestSupport") + [
          "LocalServers", "NurseryServers",
        ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: daybook("_LMDB", "_TestSupport", "Daybook", "Interchange", "Nursery") + [
        "LocalServers", "daybookctl", "demo", "nursery",
      ],
      exclude: ["Transcripts"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

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

/// A product of another package that only the trait `Hub` needs.
func hub(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Hub"]))
}

/// Where `sync serve` and `sync hub` are.
let hubTargets: [Target.Dependency] = ["HubServer", "HubClient"].map {
  .target(name: $0, condition: .when(traits: ["Hub"]))
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
      description: "`import` reads the stores of Core Data and SwiftData (fetches GRDB.swift)"),
    .trait(
      name: "Hub",
      description: "`sync serve` and `sync hub` (fetches hummingbird and async-http-client)"),
  ],
  dependencies: [
    .package(
      name: "daybook", path: "..",
      traits: ["Tools", .trait(name: "CoreData", condition: .when(traits: ["CoreData"]))]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
  ],
  targets: [
    // Servers of other programs for families. Apart, because what links URLSession on Linux brings
    // curl along, and nobody should embed a network without asking for it.
    .target(
      name: "NurseryServers", dependencies: daybook("Daybook", "Interchange", "NurseryInterchange"),
      swiftSettings: settings),
    // Draws links for cameras.
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    // The network of a hub: HTTP and TLS around what DaybookHub answers. Empty without the trait.
    .target(
      name: "HubServer",
      dependencies: daybook("Daybook", "DaybookHub", "DaybookSync", "DaybookTool") + [
        "HubClient", .target(name: "CQREncode", condition: .when(traits: ["Hub"])),
        hub("Hummingbird", of: "hummingbird"), hub("HummingbirdCore", of: "hummingbird"),
        hub("HummingbirdHTTP2", of: "hummingbird"),
        hub("ServiceLifecycle", of: "swift-service-lifecycle"),
        hub("UnixSignals", of: "swift-service-lifecycle"), hub("SwiftASN1", of: "swift-asn1"),
        hub("X509", of: "swift-certificates"), hub("Crypto", of: "swift-crypto"),
        hub("NIOCore", of: "swift-nio"), hub("NIOSSL", of: "swift-nio-ssl"),
        hub("NIOCertificateReloading", of: "swift-nio-extras"),
        hub("NIOHTTPTypes", of: "swift-nio-extras"),
        hub("Logging", of: "swift-log"), hub("HTTPTypes", of: "swift-http-types"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    // A member's calls of a hub, where there is no URLSession that one can rely on.
    .target(
      name: "HubClient",
      dependencies: daybook("DaybookSync") + [
        hub("AsyncHTTPClient", of: "async-http-client"), hub("NIOCore", of: "swift-nio"),
        hub("NIOHTTP1", of: "swift-nio"),
        hub("NIOSSL", of: "swift-nio-ssl"), hub("Crypto", of: "swift-crypto"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "daybookctl",
      dependencies: daybook("Daybook", "DaybookTool", "Nursery", "_NurseryHousehold") + hubTargets
        + [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: settings),
    .executableTarget(
      name: "nursery",
      dependencies: daybook(
        "CoreDataInterchange", "Daybook", "DaybookTool", "Interchange", "Nursery",
        "NurseryCoreData", "NurseryInterchange") + [
          "NurseryServers", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ] + hubTargets,
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
    // Empty without the trait.
    .testTarget(
      name: "HubServerTests",
      dependencies: daybook("Daybook", "DaybookHub", "DaybookSync", "_TestSupport") + hubTargets,
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

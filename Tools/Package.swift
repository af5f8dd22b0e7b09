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

func product(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package)
}

/// `make install` and `make test-hub` build `sync serve`, `sync hub` and what they need of the
/// network. A trait would not do: SwiftPM fetches what it turns off, some twenty packages.
let hasHub = Context.environment["DAYBOOK_HUB"] != nil

let hubPackages: [Package.Dependency] = [
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
]

let hubTargets: [Target] = [
  // Draws links for cameras.
  .systemLibrary(
    name: "CQREncode", pkgConfig: "libqrencode",
    providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
  // The network of a hub: HTTP and TLS around what DaybookHub answers.
  .target(
    name: "HubServer",
    dependencies: daybook(
      "Daybook", "DaybookHub", "DaybookRemoteFolders", "DaybookSync", "DaybookTool") + [
        "CQREncode", "HubClient",
        product("ArgumentParser", of: "swift-argument-parser"),
        product("Hummingbird", of: "hummingbird"), product("HummingbirdCore", of: "hummingbird"),
        product("HummingbirdHTTP2", of: "hummingbird"),
        product("ServiceLifecycle", of: "swift-service-lifecycle"),
        product("UnixSignals", of: "swift-service-lifecycle"),
        product("X509", of: "swift-certificates"), product("SwiftASN1", of: "swift-asn1"),
        product("Crypto", of: "swift-crypto"),
        product("NIOCore", of: "swift-nio"),
        product("NIOSSL", of: "swift-nio-ssl"), product("NIOTLS", of: "swift-nio"),
        product("NIOCertificateReloading", of: "swift-nio-extras"),
        product("NIOHTTPTypes", of: "swift-nio-extras"),
        product("Logging", of: "swift-log"), product("HTTPTypes", of: "swift-http-types"),
      ],
    swiftSettings: settings),
  // A member's calls of a hub, of a bucket and of a WebDAV server, where there is no URLSession
  // that one can rely on.
  .target(
    name: "HubClient",
    dependencies: daybook("DaybookRemoteFolders", "DaybookSync") + [
      product("AsyncHTTPClient", of: "async-http-client"), product("NIOCore", of: "swift-nio"),
      product("NIOHTTP1", of: "swift-nio"), product("NIOSSL", of: "swift-nio-ssl"),
      product("Crypto", of: "swift-crypto"),
    ],
    swiftSettings: settings),
  // Many members at once, for `Scripts/hub/rates.py`.
  .executableTarget(
    name: "hubload",
    dependencies: daybook("Daybook", "DaybookHub", "DaybookSync") + [
      "HubClient", product("ArgumentParser", of: "swift-argument-parser"),
    ],
    path: "Sources/HubLoad", swiftSettings: settings),
  // The pages of a store for the browsers of this machine: `inspect`.
  .target(
    name: "InspectorServer",
    dependencies: daybook("Daybook", "DaybookTool") + [
      "DaybookInspector",
      product("ArgumentParser", of: "swift-argument-parser"),
      product("Hummingbird", of: "hummingbird"), product("HummingbirdCore", of: "hummingbird"),
      product("ServiceLifecycle", of: "swift-service-lifecycle"),
      product("UnixSignals", of: "swift-service-lifecycle"),
      product("Crypto", of: "swift-crypto"), product("NIOCore", of: "swift-nio"),
      product("Logging", of: "swift-log"), product("HTTPTypes", of: "swift-http-types"),
    ],
    swiftSettings: settings),
  .testTarget(
    name: "HubServerTests",
    dependencies: daybook(
      "Daybook", "DaybookHub", "DaybookSync", "DaybookURLSession", "_TestSupport") + [
        "HubClient", "HubServer", product("NIOCore", of: "swift-nio"),
        product("ArgumentParser", of: "swift-argument-parser"),
      ],
    swiftSettings: settings),
]

/// The command lines, which have `sync serve` and `sync hub` where the hub is.
let lineSettings = settings + (hasHub ? [.define("Hub")] : [])
let lineDependencies: [Target.Dependency] =
  [product("ArgumentParser", of: "swift-argument-parser"), "MirrorTool"]
  + (hasHub ? ["DaybookInspector", "HubServer", "InspectorServer"] : [])

// Tests of signals and limits as only Linux has them.
#if os(Linux)
let linuxTests: [String] = []
#else
let linuxTests = ["FileLimitTests.swift", "InterruptedExportTests.swift"]
#endif

/// The commands as they are without a hub, whose transcripts lack `sync serve` and `inspect`.
let lineTests: [Target] = [
  .testTarget(
    name: "CommandLineTests",
    dependencies: daybook(
      "_LMDB", "_TestSupport", "Daybook", "DaybookTool", "Interchange", "Nursery") + [
        "LocalServers", "daybookctl", "demo", "nursery",
      ],
    exclude: ["Transcripts"] + linuxTests, swiftSettings: settings)
]

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
    // Any store as pages, without a server.
    .library(name: "DaybookInspector", targets: ["DaybookInspector"]),
  ] + (hasHub ? [.library(name: "InspectorServer", targets: ["InspectorServer"])] : []),
  traits: [
    .trait(
      name: "CoreData",
      description: "`import` reads the stores of Core Data and SwiftData (fetches GRDB.swift)"),
    .trait(
      name: "SQL", description: "`mirror` copies a store into SQLite (fetches GRDB.swift)"),
  ],
  dependencies: [
    .package(
      name: "daybook", path: "..",
      traits: [
        "Tools", .trait(name: "CoreData", condition: .when(traits: ["CoreData"])),
        .trait(name: "SQL", condition: .when(traits: ["SQL"])),
      ]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ] + (hasHub ? hubPackages : []),
  targets: [
    // Servers of other programs for families. Apart, because what links URLSession on Linux brings
    // curl along, and nobody should embed a network without asking for it.
    .target(
      name: "NurseryServers",
      dependencies: daybook(
        "Daybook", "DaybookRemoteFolders", "DaybookURLSession", "Interchange",
        "NurseryInterchange"),
      swiftSettings: settings),
    // Any store as pages for a browser: a value for each address.
    .target(
      name: "DaybookInspector", dependencies: daybook("Daybook", "DaybookSync", "DaybookTool"),
      resources: [
        .embedInCode("Resources/style.css"), .embedInCode("Resources/script.js"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DaybookInspectorTests",
      dependencies: daybook("Daybook", "DaybookSync", "DaybookTool", "Nursery", "_TestSupport") + [
        "DaybookInspector"
      ],
      swiftSettings: settings),
    // `mirror` of both, which says how to build it where the trait SQL is off.
    .target(
      name: "MirrorTool",
      dependencies: daybook("Daybook", "DaybookSQL", "DaybookTool") + [
        product("ArgumentParser", of: "swift-argument-parser")
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "daybookctl",
      dependencies: daybook("Daybook", "DaybookTool", "Nursery", "_NurseryHousehold")
        + lineDependencies,
      swiftSettings: lineSettings),
    .executableTarget(
      name: "nursery",
      dependencies: daybook(
        "CoreDataInterchange", "Daybook", "DaybookTool", "Interchange", "Nursery",
        "NurseryCoreData", "NurseryInterchange") + [
          "NurseryServers"
        ] + lineDependencies,
      exclude: hasHub ? [] : ["Browser"], swiftSettings: lineSettings),
    // A made-up family's log and its views; three stores that share a baby over a folder.
    .executableTarget(
      name: "demo", dependencies: daybook("Daybook", "DaybookSync", "Nursery", "_NurseryHousehold"),
      swiftSettings: settings),
    // A server on this machine that answers as a test says, with faults.
    .target(name: "LocalServers", path: "Tests/LocalServers", swiftSettings: settings),
    // An app's network, against servers with faults.
    .testTarget(
      name: "DaybookURLSessionTests",
      dependencies: daybook("DaybookRemoteFolders", "DaybookSync", "DaybookURLSession") + [
        "LocalServers"
      ],
      swiftSettings: settings),
    .testTarget(
      name: "NurseryServersTests",
      dependencies: daybook(
        "Daybook", "Interchange", "Nursery", "NurseryInterchange", "_TestSupport") + [
          "LocalServers", "NurseryServers",
        ],
      swiftSettings: settings),
  ] + (hasHub ? hubTargets : lineTests),
  swiftLanguageModes: [.v6]
)

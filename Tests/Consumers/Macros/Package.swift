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

// A package of its own, so that nobody else who tests Daybook fetches swift-syntax.
let package = Package(
  name: "daybook-macros",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "daybook", path: "../../..", traits: ["Macros"])
  ],
  targets: [
    // The same item by hand, by fields named once, and by macros, for `make bench-macros`.
    .executableTarget(
      name: "macro-cost", dependencies: daybook("Daybook", "DaybookMacros"),
      path: "Sources/MacroCost", swiftSettings: settings),
    .testTarget(
      name: "DaybookMacrosTests",
      dependencies: daybook("Daybook", "DaybookMacros", "DaybookTesting"),
      // What the compiler is given by a test.
      exclude: ["Accepted", "Expanded", "Refused"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

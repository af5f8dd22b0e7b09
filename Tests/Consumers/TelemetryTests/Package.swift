// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because traits are chosen for a whole package: with this one on, the tests
// of Daybook itself would be built twice.
let package = Package(
  name: "telemetry-tests",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "daybook", path: "../../..", traits: ["Telemetry"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.4"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
  ],
  targets: [
    .testTarget(
      name: "TelemetryTests",
      dependencies: [
        .product(name: "Daybook", package: "daybook"),
        .product(name: "DaybookTelemetry", package: "daybook"),
        .product(name: "DaybookTesting", package: "daybook"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ],
      path: ".", sources: ["TelemetryTests.swift"])
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

// An app as on iOS: LMDB comes from its sources.
let package = Package(
  name: "source-lmdb",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "daybook", path: "../../..", traits: ["SourceLMDB"])],
  targets: [
    .executableTarget(
      name: "source-lmdb", dependencies: [.product(name: "Nursery", package: "daybook")])
  ],
  swiftLanguageModes: [.v6])

@testable import DaybookSnapshot

/// Law: a manifest that can be read gives, written again, one that is equal.
enum ManifestFuzz {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let manifest = try? SnapshotManifest(bytes: [UInt8](bytes)),
      let written = try? manifest.encoded()
    else { return }
    law((try? SnapshotManifest(bytes: written)) == manifest, "a manifest reads otherwise")
  }
}

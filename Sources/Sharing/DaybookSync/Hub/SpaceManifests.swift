package import Daybook

/// The manifests of the newest snapshot, one by each maker.
package struct SpaceManifests: HubMessage, Sendable {
  package static let noun = "list of manifests"

  package let manifests: [SpaceManifest]

  package init(_ manifests: [SpaceManifest]) { self.manifests = manifests }

  /// The bytes that travel: a payload of 1 each manifest, as it travels.
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 1024)
    for manifest in manifests { manifest.bytes.withUnsafeBytes { writer.bytes(1, $0) } }
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var found: [SpaceManifest] = []
    while let field = try reader.next() {
      if field == 1, let manifest = try? SpaceManifest(bytes: reader.bytes()) {
        found.append(manifest)
      }
    }
    manifests = found
  }
}

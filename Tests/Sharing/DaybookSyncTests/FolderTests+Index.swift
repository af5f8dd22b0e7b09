import Daybook
import Testing

@testable import DaybookSync

/// What is known of a folder from the last look.
extension FolderTests {
  @Test func `a newer snapshot takes the place of an older one once its maker is known`() throws {
    var index = FolderIndex()
    index.lookedAt = FolderPlace(UUID())
    index.snapshots = [try unsignedManifest(3)]
    index.otherSnapshots = [try unsignedManifest(5)]
    index.lookAgain(for: VersionVector(), believing: nil)
    #expect(index.snapshots.map(\.frontier) == [5])
    #expect(index.otherSnapshots.isEmpty)
  }
}

/// A manifest that nobody has signed.
private func unsignedManifest(
  _ frontier: UInt64, holding vector: VersionVector = VersionVector(), chunks: Int = 1
) throws -> SpaceManifest {
  var writer = PayloadWriter()
  writer.uuid(1, UUID())
  writer.uint(2, frontier)
  vector.encode(3, into: &writer)
  writer.uuid(4, UUID())
  for _ in 0..<chunks {
    [UInt8](repeating: 7, count: 32).withUnsafeBytes { writer.bytes(5, $0) }
  }
  return try SpaceManifest(bytes: writer.array)
}

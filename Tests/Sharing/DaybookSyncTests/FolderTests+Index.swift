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

  #if DEBUG
  /// What it checks of itself, in debug builds and in the simulator.
  @Test(arguments: [
    "bytes of segments are kept", "or not signed by whom it names", "or without chunks",
    "of several frontiers", "a snapshot leads back", "files are late", "a file comes twice",
  ])
  func `an index that no reader could rely on is noticed`(sentence: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [sentence] in
      var index = FolderIndex()
      switch sentence {
      case "bytes of segments are kept": index.readBytes = FolderIndex.budget + 1
      case "or not signed by whom it names":
        let house = try await SyncHouse.founded()
        let page = try await house.first.page(lackedBy: VersionVector())
        index.read["a"] = try Segment(page, before: VersionVector())
      case "or without chunks": index.snapshots = [try unsignedManifest(1, chunks: 0)]
      case "of several frontiers":
        index.snapshots = [try unsignedManifest(2), try unsignedManifest(1)]
      case "a snapshot leads back":
        var vector = VersionVector()
        vector[ReplicaID(UUID())] = 1
        index.snapshots = [try unsignedManifest(1, holding: vector)]
      case "files are late": (index.late, index.isLate) = (["a"], true)
      default: index.next = ["a", "a"]
      }
      index._checkInvariants()
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains(sentence), "\(said)")
  }
  #endif

  @Test func `a look that fails leaves no half of what it found`() throws {
    var index = FolderIndex()
    let place = FolderPlace(UUID())
    index.begin(at: place, for: VersionVector(), believing: nil)
    index.snapshots = [try unsignedManifest(3)]
    index.giveUp()
    #expect(index.snapshots.isEmpty && index.wishes().isEmpty)
    index.lead(from: VersionVector())
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

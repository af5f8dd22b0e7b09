import Daybook
import DaybookSync
import DaybookTesting

/// Files of somebody who may write to the drive, and has no key.
extension World {
  /// Puts a segment and a manifest into a device's tree, in the name of another one or nobody.
  ///
  /// They must change nothing but what is told of the folder.
  func forgeFiles(
    at device: Device, naming other: Device, _ random: inout SeededGenerator
  ) throws {
    let stranger = ReplicaID(random.uuid())
    let named = try other.replica()
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      forgedNames.insert(named)
      let forged = Data(try segment(naming: named, &random))
      for tree in devices { try put(forged, segmentPath(stranger), at: tree) }
    case 1: try put(Data(try segment(naming: stranger, &random)), segmentPath(stranger), at: device)
    default:
      let maker = Bool.random(using: &random) ? stranger : named
      try forgeManifest(by: maker, at: device, claiming: named, &random)
    }
    count("forged files")
  }

  /// Looks whether a folder says to hold only what members have written.
  ///
  /// What a forged file says to hold nobody would put there any more. A device can tell it by the
  /// keys that it knew when it greeted the folder.
  func lookAtClaims(of answer: Hello, to hello: Hello, by device: Device) throws {
    // At what a copy with the key writes nobody can look until it has written that again.
    if options.twins { return }
    for replica in (hello.signers?.keys ?? [:]).keys.sorted() {
      let claim = answer.vector[replica]
      try expect(
        claim == 0 || archive[Dot(replica: replica, sequence: claim)] != nil,
        "\(device.name) believes its folder to have \(claim) of \(replica), which wrote fewer")
    }
  }

  private var place: String { space.uuidString.lowercased() }

  private func segmentPath(_ replica: ReplicaID) -> String {
    "\(place)/\(replica.uuid.uuidString.lowercased())/000000000001-000000000001.dbs"
  }

  /// A run of a writer that nobody has signed; it may be of what it wrote, or of what comes next.
  private func segment(
    naming writer: ReplicaID, _ random: inout SeededGenerator
  ) throws -> [UInt8] {
    let newest = devices.map { $0.vector[writer] }.max() ?? 0
    let next = newest + 1
    let first = Bool.random(using: &random) ? next : UInt64.random(in: 1...next, using: &random)
    let count = UInt64.random(in: 1...3, using: &random)
    let messages = (first..<first + count).map { sequence in
      Forgery(replica: writer, space: space, sequence: sequence, time: HybridTime(now)).bytes
    }
    let start = [UInt8](repeating: 1, count: 32)
    var chain = Chain(
      through: Dot(replica: writer, sequence: first - 1), hash: start, space: space)
    for message in messages { try chain.add(message) }
    let head = SignedHead(
      dot: Dot(replica: writer, sequence: first + count - 1), chain: chain.hash,
      signature: [UInt8](repeating: 2, count: 64))
    var payload = PayloadWriter(capacity: 1_024)
    payload.uuid(1, space)
    // What an earlier version believed: who has read it has all of this.
    claim(.max, of: writer).encode(3, into: &payload)
    let page = SyncPage(space: space, messages: messages, heads: [head], hasMore: false)
    page.bytes.withUnsafeBytes { payload.bytes(4, $0) }
    payload.message(5) { payload in
      payload.uuid(1, writer.uuid)
      start.withUnsafeBytes { payload.bytes(2, $0) }
    }
    return SealedFile.seal(.segment, payload.array)
  }

  private func claim(_ sequence: UInt64, of writer: ReplicaID) -> VersionVector {
    var vector = VersionVector()
    vector[writer] = sequence
    return vector
  }

  /// A manifest that its maker has not signed, of a newer frontier than any, with its chunk.
  private func forgeManifest(
    by maker: ReplicaID, at device: Device, claiming writer: ReplicaID,
    _ random: inout SeededGenerator
  ) throws {
    let frontier = UInt64.random(in: 1...999, using: &random)
    let chunk = Array("nothing".utf8)
    let hash = SpaceManifest.hash(of: chunk)
    var payload = PayloadWriter(capacity: 512)
    payload.uuid(1, space)
    payload.uint(2, frontier)
    if Bool.random(using: &random) {
      claim(1_000_000, of: writer).encode(3, into: &payload)
    }
    payload.uuid(4, maker.uuid)
    if Int.random(in: 0..<4, using: &random) > 0 {
      hash.withUnsafeBytes { payload.bytes(5, $0) }
    }
    [UInt8](repeating: 2, count: 64).withUnsafeBytes { payload.bytes(6, $0) }
    let folder = "\(place)/snapshot/\(frontier)"
    let name = hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    try put(Data(chunk), "\(folder)/\(name).chunk", at: device)
    let path = "\(folder)/\(maker.uuid.uuidString.lowercased()).manifest"
    if files(of: device).contains(path) { return }
    try put(Data(SealedFile.seal(.manifest, payload.array)), path, at: device)
  }
}

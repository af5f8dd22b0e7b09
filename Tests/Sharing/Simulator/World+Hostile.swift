import Daybook
import DaybookSync
import DaybookTesting

/// What who means harm sends: nothing of it may be taken in.
extension World {
  func attack(
    _ device: Device, _ victim: Device, _ random: inout SeededGenerator
  ) async throws {
    guard device !== victim else { return }
    guard let page = try await page(of: device, for: Victim(victim), &random) else { return }
    count("attacks")
    let (before, isBranch) = (victim.vector, try isFork(page, at: victim.store))
    let (report, refused) = try await victim.replication.absorb(page)
    if !refused.isEmpty {
      count("attacks refused")
      isClosed = false
    }
    try expect(
      !isBranch || !refused.isEmpty, "\(victim.name) finds nothing wrong with another branch")
    // Whatever it did take in must be what its writer wrote.
    try look(at: victim)
    if victim.vector != before { count("attacks with something honest") }
    _ = report
  }

  /// What somebody who means harm sends to a victim; nil when it has nothing to send.
  func page(
    of device: Device, for victim: Victim, _ random: inout SeededGenerator
  ) async throws -> SyncPage? {
    switch Int.random(in: 0..<9, using: &random) {
    case 8: try impersonated(by: device, for: victim)
    case 0...2: try await changed(device, for: victim, &random)
    case 3: try await foreign(device, for: victim)
    case 4: try strangers(device, &random)
    default: try signed(by: device, for: victim, &random)
    }
  }

  /// Whether a page has other transactions than a store under the same dots.
  func isFork(_ page: SyncPage, at store: EventStore) throws -> Bool {
    try page.messages.contains { message in
      guard let dot = try? Record(message).dot else { return false }
      let known = try store.read { try $0.message(of: dot) }
      return known.map { $0 != message } ?? false
    }
  }

  /// An honest page, of which a byte of a message or of a signature is changed.
  private func changed(
    _ device: Device, for victim: Victim, _ random: inout SeededGenerator
  ) async throws -> SyncPage? {
    guard let page = try? await device.replication.page(lackedBy: victim.vector) else { return nil }
    noteSent(page, by: device)
    guard !page.isEmpty else { return nil }
    var (messages, heads) = (page.messages, page.heads)
    let index = Int.random(in: 0..<messages.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let place = Int.random(in: 0..<messages[index].count, using: &random)
      messages[index][place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: messages.remove(at: index)
    case 2: messages.swapAt(0, index)
    default:
      let head = heads[Int.random(in: 0..<heads.count, using: &random)]
      heads = [
        SignedHead(
          dot: head.dot, chain: head.chain.map { $0 ^ 1 }, signature: head.signature)
      ]
    }
    return SyncPage(space: page.space, messages: messages, heads: heads, hasMore: page.hasMore)
  }

  /// An honest page under the name of another space.
  private func foreign(_ device: Device, for victim: Victim) async throws -> SyncPage? {
    guard let page = try? await device.replication.page(lackedBy: victim.vector) else { return nil }
    noteSent(page, by: device)
    return SyncPage(
      space: UUID(name: "another", in: space), messages: page.messages, heads: page.heads,
      hasMore: false)
  }

  private func noteSent(_ page: SyncPage, by device: Device) {
    for head in page.heads where (try? device.replica()) == head.dot.replica {
      device.left[head.dot.replica] = max(device.left[head.dot.replica], head.dot.sequence)
    }
  }

  /// What somebody writes whom nobody has enrolled, signed with a member's key.
  private func strangers(
    _ device: Device, _ random: inout SeededGenerator
  ) throws -> SyncPage {
    let replica = ReplicaID(random.uuid())
    let message = Forgery(replica: replica, space: space, sequence: 1, time: HybridTime(now))
    return try page([message.bytes], replica, device)
  }

  /// What somebody writes in the name of a third one, signed with his own key.
  private func impersonated(by device: Device, for victim: Victim) throws -> SyncPage? {
    // A copy with the key writes in both names.
    let others = devices.filter { $0.key.publicKey != device.key.publicKey }
    guard let replica = try others.first?.replica() else { return nil }
    let known = victim.vector[replica]
    var run: [[UInt8]] = []
    for sequence in 0..<known {
      guard let record = archive[Dot(replica: replica, sequence: sequence + 1)] else { return nil }
      run.append(record.bytes)
    }
    let forged = Forgery(
      replica: replica, space: space, sequence: known + 1, time: HybridTime(victim.now))
    return try page(run + [forged.bytes], replica, device)
  }

  private func page(
    _ messages: [[UInt8]], _ replica: ReplicaID, _ device: Device
  ) throws -> SyncPage {
    var chain = Chain(space: space, replica: replica)
    for message in messages { try chain.add(message) }
    let head = try SignedHead(chain, replica, space: space, device.key)
    return SyncPage(space: space, messages: messages, heads: [head], hasMore: false)
  }

  /// What a member writes and signs that no honest app would write.
  private func signed(
    by device: Device, for victim: Victim, _ random: inout SeededGenerator
  ) throws -> SyncPage? {
    let own = try device.replica()
    // With what it has honestly written, or without.
    let known = Bool.random(using: &random) ? victim.vector[own] : device.vector[own]
    var run: [[UInt8]] = []
    for sequence in 0..<known {
      guard let record = archive[Dot(replica: own, sequence: sequence + 1)] else { return nil }
      run.append(record.bytes)
    }
    var isTorn = false
    var forged = Forgery(
      replica: own, space: space, sequence: known + 1, time: HybridTime(now))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: forged.sequence += 1
    case 1: forged.event = ""
    case 2: forged.hasMore = true
    case 3:
      forged.time = HybridTime(
        milliseconds: HybridTime(victim.now).milliseconds + 2 * HybridTime.maximumLead)
    case 4: forged.space = UUID(name: "another", in: space)
    case 5 where known > 0 && known == victim.vector[own]:
      // Another one under a dot that the victim knows.
      forged.sequence = known
      run.removeLast()
    case 6: forged.payload = Array(repeating: 7, count: 1 << 20)
    default: isTorn = true
    }
    var chain = Chain(space: space, replica: own)
    for message in run + [forged.bytes] { try chain.add(message) }
    let head = try SignedHead(chain, own, space: space, device.key)
    let last = isTorn ? Array(forged.bytes.dropLast(5)) : forged.bytes
    return SyncPage(space: space, messages: run + [last], heads: [head], hasMore: false)
  }
}

/// What somebody knows who means harm to a store.
struct Victim {
  /// What it has.
  let vector: VersionVector
  /// What its clock shows.
  let now: Date

  init(_ device: Device) { (vector, now) = (device.vector, device.clock.now) }
  init(_ hub: HubMachine) { (vector, now) = (hub.vector, hub.clock.now) }
}

/// A message made by hand.
struct Forgery {
  let replica: ReplicaID
  var space: UUID
  var sequence: UInt64
  var time: HybridTime
  var event = "note.made"
  var payload: [UInt8] = []
  var hasMore = false

  init(replica: ReplicaID, space: UUID, sequence: UInt64, time: HybridTime) {
    (self.replica, self.space, self.sequence, self.time) = (replica, space, sequence, time)
  }

  var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 256)
    writer.uuid(1, replica.uuid)
    writer.message(2) { header in
      header.uint(1, sequence)
      header.fixed(2, time.rawValue)
      header.double(3, 0)
    }
    writer.message(3) { writer in
      writer.string(1, event)
      writer.uint(2, 1)
      writer.string(3, NoteState.kind)
      writer.uuid(4, space)
      payload.withUnsafeBytes { writer.bytes(5, $0) }
    }
    writer.uuid(4, space)
    if hasMore { writer.string(9, "more") }
    return writer.array
  }
}

import Daybook
import DaybookSync
import DaybookTesting
import TemporaryFolders

/// Those who join later, with the invitation that was meant for them or with another one.
extension World {
  func join(_ device: Device, _ random: inout SeededGenerator) async throws {
    let owners = owners
    guard !owners.isEmpty else { return }
    let owner = owners[device.index % owners.count]
    let version = options.versions ? Int.random(in: 0...1, using: &random) : 1
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try await joinElsewhere(device, UUID(name: "another", in: space), &random)
    case 1: try await joinElsewhere(device, space, &random)
    case 2:
      // Somebody whom nobody ever hears of was enrolled, with a key of its own.
      let replica = ReplicaID(random.uuid())
      let path = "\(folder.path)/stranger-\(replica)"
      let key = try ReplicaKey.load(at: path, creating: true)
      let request = Replication.request(of: key, replica: replica)
      try await join(owner, version) { _ in request }
      anothersNames.insert(replica)
      (isClosed, isSigned) = (false, false)
      count("joined with another's invitation")
    default:
      guard let joined = try await join(owner, version, asking: { $0 }) else { return }
      count("joined")
      try await meetAndSettle(owner, joined, &random)
    }
  }

  /// Makes a device that joins with what the owner answers to a request.
  @discardableResult
  private func join(
    _ owner: Device, _ version: Int, asking: @escaping (EnrolmentRequest) -> EnrolmentRequest
  ) async throws -> Device? {
    guard devices.count < World.most else { return nil }
    let index = nextIndex()
    let joined = try await Device(
      index, options, root: folder.path, version: version, now,
      from: .invitation { request in
        try await owner.replication.enrol(asking(request), as: .writer, member: "\(index)")
      })
    devices.append(joined)
    setClock(of: joined)
    try look(at: owner)
    try look(at: joined)
    return joined
  }

  /// Lets the one who joined be greeted and hear nothing more, while the others settle what they
  /// have and purge.
  private func meetAndSettle(
    _ owner: Device, _ joined: Device, _ random: inout SeededGenerator
  ) async throws {
    guard options.carrier.isDirect, options.purges != .none else { return }
    // It is greeted, and gets nothing or one page.
    let loss = Fault(effect: Bool.random(using: &random) ? 2 : 4, what: .loseRequest)
    try await exchange(owner, joined, faults: [loss])
    for other in devices where other !== owner && other !== joined {
      try await exchange(owner, other)
    }
    _ = try await owner.replication.setFrontier(owner.replication.vector())
    try look(at: owner)
    try purge(owner, &random)
  }

  /// Lets somebody join with the invitation of whoever founded another space, or says to have
  /// founded this one: nothing of it gets to a member, and nothing of a member's to it.
  private func joinElsewhere(
    _ device: Device, _ space: UUID, _ random: inout SeededGenerator
  ) async throws {
    let founder = try elsewhere(space, ReplicaID(random.uuid()))
    try await founder.createSpace(named: "Elsewhere", member: "founder")
    let key = try ReplicaKey.load(at: newPath("key"), creating: true)
    let request = Replication.request(of: key, replica: ReplicaID(random.uuid()))
    let invitation = try await founder.enrol(request, as: .writer, member: "joined")
    let joined = try Replication.join(
      at: newPath("store"), schema: Schema.simulated[1], key: key, invitation: invitation,
      options: elsewhereOptions)
    let edit = Edit(
      entity: UUID(name: "note 0", in: self.space), type: 0, change: Change(text: "elsewhere"))
    try await joined.store.append { try edit.append(to: &$0, version: 1) }
    let before = device.vector
    let report = try await joined.exchange(
      with: StorePeer(device.replication, name: device.name))
    try expect(
      space == self.space || report.failure?.code == .foreignSpace,
      "\(device.name) exchanges with another space: \(report)")
    if options.carrier.byFolder {
      try await changingDrive(of: device) {
        _ = try await joined.exchange(with: folderPeer(of: device))
      }
      // It is greeted by who owns it from now on.
      device.peer = nil
    }
    if space == self.space { try await joinElsewhereByHub(joined) }
    try expect(
      try device.replication.vector() == before, "\(device.name) has what a stranger wrote")
    try expect(
      try joined.vector().sequences.keys.allSatisfy { before[$0] == 0 },
      "a stranger has what \(device.name) has")
    count("joined elsewhere")
  }

  private var elsewhereOptions: StoreOptions {
    var store = StoreOptions()
    store.now = { [now] in now }
    store.pageChecks = .none
    store.mapSize = 1 << 26
    return store
  }

  private func elsewhere(_ space: UUID, _ replica: ReplicaID) throws -> Replication {
    var store = elsewhereOptions
    (store.space, store.replica) = (space, replica)
    return try Replication(
      of: EventStore.open(at: newPath("store"), schema: Schema.simulated[1], options: store),
      key: ReplicaKey.load(at: newPath("key"), creating: true))
  }

  /// A place that nothing was in.
  private func newPath(_ name: String) -> String {
    "\(folder.path)/elsewhere\(nextIndex())-\(name)"
  }
}

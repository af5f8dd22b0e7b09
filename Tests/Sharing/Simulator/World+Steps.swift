import Daybook
import DaybookSync
import DaybookTesting
import TemporaryFolders

extension World {
  /// Does one step. What may fail in it is looked at; all else is a violation.
  func perform(_ step: Step) async throws {
    var random = SeededGenerator(seed: step.seed)
    pass(Double.random(in: 0...90, using: &random))
    let (device, other) = (device(step.device), device(step.other))
    count("\(step.action)")
    do {
      try await perform(step, device, other, &random)
    } catch let error as StoreError where options.fullDisks && Self.isOfDisk(error) {
      count("disk: \(error.code)")
      // What has failed writes nothing more until it is opened anew.
      try kill(device)
      if device !== other { try kill(other) }
    } catch let error as StoreError
      where error.code == .schemaChanged && devices.contains(where: \.isDowngraded)
    {
      // What a later version has folded anew, an earlier one neither shows nor writes.
      count("downgraded")
    } catch let error as StoreError where error.code == .notPermitted {
      count("not permitted")
    } catch let error as SyncError where error.code == .notPermitted || error.code == .space {
      count("not permitted")
    }
    if let violation { throw violation }
    for device in devices { try look(at: device) }
    try lookAtHub()
  }

  private static func isOfDisk(_ error: StoreError) -> Bool {
    [.diskFull, .writerStopped, .storage].contains(error.code)
  }

  private func perform(
    _ step: Step, _ device: Device, _ other: Device, _ random: inout SeededGenerator
  ) async throws {
    switch step.action {
    case .write: try await write(device, &random)
    case .bring: try await bring(device, &random)
    case .undo: try await undo(device, &random)
    case .exchange:
      if device === other { return }
      try await exchange(device, other, seed: step.seed, faults: step.faults)
    case .folder: try await exchangeWithFolder(device, faults: step.faults)
    case .drive: try showDrive(of: device, to: other, &random)
    case .hub: try await exchangeWithHub(device, seed: step.seed, faults: step.faults)
    case .hubTrouble: try troubleHub(&random)
    case .hubMember: try await changeHub(by: device, &random)
    case .cut where options.carrier == .hub || device === other:
      let ends = [device.index, HubMachine.index]
      cuts.insert(step.seed % 2 == 0 ? ends : ends.reversed())
    case .cut: cuts.insert([device.index, other.index])
    case .mend: cuts.removeAll()
    case .clock: turnClock(of: device, &random)
    case .kill: try kill(device)
    case .powerCut: try cutPower(of: device)
    case .fill: fillDisk(of: device, &random)
    case .backup: try device.makeBackup()
    case .restore: try await restore(device, other, &random)
    case .clone: try await clone(device)
    case .twin: try await twin(device, other, &random)
    case .loseKey: try await loseKey(of: device, other, &random)
    case .version:
      device.version = (device.version + Int.random(in: 1...2, using: &random)) % 3
      try kill(device)
    case .rebuild: try rebuild(device)
    case .frontier: try await setFrontier(device, &random)
    case .purge: try purge(device, &random)
    case .snapshot
    where options.carrier.byFolder && (options.carrier != .all || step.seed % 2 == 0):
      try await putSnapshots(of: device, other, &random)
    case .snapshot: try await putSnapshotInHub(of: device)
    case .silence: try await silence(device, &random)
    case .consume: try await consume(device)
    case .join: try await join(device, &random)
    case .enrol: try await enrol(other, by: device)
    case .revoke: try await revoke(other, by: device, &random)
    case .duel: try await duel(&random)
    case .role: try await setRole(of: other, by: device, &random)
    case .keeper: try await device.replication.setKeeper(other.replica())
    case .usurp: try await usurp(device, other, &random)
    case .hostile:
      try await attack(device, other, &random)
      try await attackHub(by: device, &random)
      try forgeFiles(at: other, naming: device, &random)
    }
  }

  // MARK: Writing

  private func entity(_ random: inout SeededGenerator) -> UUID {
    UUID(name: "note \(Int.random(in: 0..<options.entities, using: &random))", in: space)
  }

  private func edit(version: Int, _ random: inout SeededGenerator) -> Edit {
    let id = entity(&random)
    let number = Int64.random(in: 0..<100, using: &random)
    let draw = Int.random(in: 0..<20, using: &random)
    let change = Change(text: "t\(number)", number: number)
    switch draw {
    case 0..<5: return Edit(entity: id, type: 0, change: change)
    case 5..<10:
      let colour = version > 0 && draw < 7 ? number % 4 : nil
      return Edit(entity: id, type: 1, change: Change(text: change.text, colour: colour))
    case 10..<12: return Edit(entity: id, type: 2, change: Change(number: number))
    case 12..<15: return Edit(entity: id, type: 3, change: Change(number: number))
    case 15: return Edit(entity: id, type: 4, change: Change())
    case 16: return Edit(entity: id, type: 5, change: Change())
    case 17...18 where version > 0:
      return Edit(entity: id, type: 6, change: Change(number: number % 2))
    case 19 where version == 1:
      return Edit(entity: UUID(name: "mark", in: space), type: nil, change: change)
    default: return Edit(entity: id, type: 3, change: Change(number: 1))
    }
  }

  func write(_ device: Device, _ random: inout SeededGenerator) async throws {
    let version = device.version
    let edits = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      edit(version: version, &random)
    }
    var expected: [UUID: NoteState?] = [:]
    for edit in edits {
      guard let type = edit.type else { continue }
      var state = try expected[edit.entity] ?? device.note(edit.entity)
      NoteState.apply(type, edit.change, to: &state)
      expected[edit.entity] = .some(state)
    }
    let durability: Durability = Bool.random(using: &random) ? .durable : .relaxed
    try await device.store.append(author: device.name, durability: durability) { draft in
      for edit in edits { try edit.append(to: &draft, version: version) }
    }
    try look(at: device)
    for (id, state) in expected {
      let shown = try device.note(id)
      try expect(
        shown == state,
        "\(device.name) has written \(edits), and shows \(String(describing: shown))")
    }
  }

  /// Takes in old records, which two devices may have found in the same place.
  private func bring(_ device: Device, _ random: inout SeededGenerator) async throws {
    let number = Int.random(in: 0..<3, using: &random)
    let id = UUID(name: "note \(number)", in: space)
    let version = device.version
    let old = 1_759_000_000_000 + Int64(number) * Int64.random(in: 0...2, using: &random)
    let stamp = HybridTime(
      milliseconds: min(old, HybridTime(device.clock.now).milliseconds - 1_000))
    let edits = [
      Edit(entity: id, type: 0, change: Change(text: "old \(number)")),
      Edit(entity: id, type: 2, change: Change(number: Int64(number))),
    ]
    try await device.store.append(author: "import", stamp: stamp) { draft in
      for edit in edits { try edit.append(to: &draft, version: version) }
    }
  }

  /// Takes back a transaction, whoever wrote it; what took back another one as well.
  func undo(_ device: Device, _ random: inout SeededGenerator) async throws {
    let newest = try device.store.read { try $0.newestTransactions(limit: 10) }
    let targets = newest.filter { $0.context != "space" }
    guard !targets.isEmpty else { return }
    let target = targets[Int.random(in: 0..<targets.count, using: &random)].number
    let draw = Int.random(in: 0..<4, using: &random)
    do {
      switch draw {
      case 0: try await device.store.undo(by: device.name)
      case 1: try await device.store.redo(by: device.name)
      default: try await device.store.append { try $0.retract(transaction: target) }
      }
    } catch let error as StoreError
      where error.code == .nothingToUndo || error.code == .noSuchTransaction
    {
      count("nothing to undo")
    } catch let error as StoreError where error.code == .notUndoable {
      count("final, and not undone")
    }
  }

  // MARK: Devices

  private func turnClock(of device: Device, _ random: inout SeededGenerator) {
    let day = 86_400.0
    let draw = Int.random(in: 0..<6, using: &random)
    device.frozen = nil
    switch draw {
    case 0: device.offset = 0
    case 1: device.frozen = device.clock.now
    case 2 where options.clocks == .wild:
      device.offset = Double.random(in: -40 * day...40 * day, using: &random)
    case 3 where options.clocks == .wild: device.offset += day * 0.9
    default: device.offset = Double.random(in: -day...day, using: &random)
    }
    setClock(of: device)
  }

  private func fillDisk(of device: Device, _ random: inout SeededGenerator) {
    let faults: [FaultPlan.Fault] = [.diskFull, .diskFullInFlush, .diskFailure, .growth]
    device.faults.failNextCommit(faults[Int.random(in: 0..<faults.count, using: &random)])
  }

  /// Puts a device's store back; that of the only owner gets back what it had sent, if the other
  /// one gives it all.
  private func restore(
    _ device: Device, _ other: Device, _ random: inout SeededGenerator
  ) async throws {
    if device.backup == nil, device !== other {
      // What has just been sent is lost.
      try device.makeBackup()
      for _ in 0..<Int.random(in: 1...3, using: &random) { try await write(device, &random) }
      _ = try await meet(device, other)
    }
    guard let backup = device.backup else { return }
    let replica = try device.replica()
    let left = device.left[replica]
    let giver = devices.first { $0 !== device && $0.vector[replica] >= left } ?? other
    let edits = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      edit(version: device.version, &random)
    }
    let isByHub =
      options.carrier.byHub && hub?.vector[replica] ?? 0 >= left && Bool.random(using: &random)
    guard isByHub || device !== giver,
      let recovered = try await device.recover(
        backup.path, after: edits,
        from: { store in
          isByHub
            ? hubToRecover(device, store)
            : Link(self, device, giver, seed: 0, recovers: true)
        })
    else { return try goBack(device, to: .copy(backup.path)) }
    count(edits.isEmpty ? "recovered" : "recovered after writing on")
    try goBack(device, to: .copy(recovered))
    // What it got back may say that it is not the only owner any more: then another one enrols it.
    let isNew = try device.replica() != replica
    let isOnlyOwner = (try? device.replication.space())?.isOnlyOwner(replica) ?? false
    try expect(!isNew || !isOnlyOwner, "\(device.name) was recovered as another replica")
    if isByHub {
      count("recovered by the hub")
      hear(of: "sync/\(hubName)", nil, at: device)
    } else {
      hear(of: "sync/\(giver.name)", giver, at: device)
    }
  }

  /// Copies a device's store to another device, which has a key of its own.
  private func clone(_ device: Device) async throws {
    guard devices.count < World.most else { return }
    try await device.flush()
    // A state before this would write again what the copy has.
    device.backup = nil
    let replica = try device.replica()
    let copy = try await Device(
      nextIndex(), options, root: folder.path, version: device.version, now,
      from: .copy(of: device))
    try expect(
      try copy.replica() != replica, "\(copy.name) is a copy and writes as \(device.name)")
    copy.awaited = device.awaited.map { _ in [] }
    copy.consumed = nil
    copy.purgedTo = device.purgedTo
    copy.latest = max(copy.latest, device.latest)
    devices.append(copy)
    setClock(of: copy)
    try look(at: copy)
  }

  private func rebuild(_ device: Device) throws {
    let before = try device.store.digests()
    try rebuildAll(device)
    try expect(
      try device.store.digests() == before, "\(device.name) has other rows when they are built anew"
    )
  }

  nonisolated func rebuildAll(_ device: Device) throws { try device.store.rebuild() }

  // MARK: History

  func setFrontier(_ device: Device, _ random: inout SeededGenerator) async throws {
    var final = try device.replication.vector()
    switch Int.random(in: 0..<4, using: &random) {
    case 2... where options.carrier != .direct:
      let isStrict = Bool.random(using: &random)
      let isOfHub = options.carrier == .hub || options.carrier == .all && isStrict
      let found =
        isOfHub
        ? try await commonVectorOfHub(for: device, isStrict: Bool.random(using: &random))
        : try await commonVector(of: device, isStrict: isStrict)
      guard let common = found else { return }
      final = common
    case 0:
      for replica in final.sequences.keys.sorted() {
        final[replica] = UInt64.random(in: 0...final[replica], using: &random)
      }
    case 1: break
    default:
      for replica in final.sequences.keys.sorted() {
        final[replica] = devices.map { $0.vector[replica] }.min() ?? 0
      }
    }
    if try await device.replication.setFrontier(final) != nil { count("frontiers") }
  }

  func purge(_ device: Device, _ random: inout SeededGenerator) throws {
    try purge(device, forced: options.purges == .forced && Bool.random(using: &random))
  }

  func purge(_ device: Device, forced: Bool) throws {
    let vector = device.vector
    let before = try device.store.read { try $0.oldestToken().number }
    let result = try purgeAll(device, forced: forced)
    try judge(result, of: device, forced: forced)
    guard result.oldest.number > before else { return }
    count("purged")
    let frontiers = try device.replication.space().frontiers
    if let last = frontiers.last(where: { vector.covers($0.vector) }) {
      device.purgedTo?.insert(last.dot)
    }
    noteAwaited(by: device)
    let known = try Oracle.members(of: vector, archive, space, founder)
    for (dot, _) in archive where vector.contains(dot) {
      guard try device.store.read({ try $0.message(of: dot) }) == nil else { continue }
      try expect(
        known.frontiers.contains { $0.vector.contains(dot) },
        "\(device.name) has purged \(dot), which is not final")
    }
  }

  nonisolated func purgeAll(_ device: Device, forced: Bool) throws -> PurgeResult {
    try device.store.purge(before: device.store.read { try $0.token() }, forced: forced)
  }

  /// Works on what is new, each transaction once.
  func consume(_ device: Device) async throws {
    let box = Box()
    var consumer = device.store.history.consumer("watch")
    consumer.retry.attempts = 1
    do {
      try await consumer.process { transaction, _ in
        box.add(transaction.dot)
      } rebase: { _ in
        box.rebase()
      }
    } catch {
      device.consumed = nil
      throw error
    }
    if box.isRebased { device.consumed = nil }
    guard let consumed = device.consumed else { return }
    let twice = box.dots.first { consumed.contains($0) }
    try expect(
      twice == nil,
      "the consumer of \(device.name) has got \(twice.map(String.init(describing:)) ?? "") twice")
    device.consumed = consumed.union(box.dots)
    let missed = archive.keys.first {
      device.vector.contains($0) && device.consumed?.contains($0) == false
    }
    try expect(
      missed == nil,
      "the consumer of \(device.name) has missed \(missed.map(String.init(describing:)) ?? "")")
  }
}

import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders

/// What devices have written under names that others use otherwise, or at impossible times.
extension World {
  /// Copies a device's store with its key, lets both write on as one replica, and lets another one
  /// hear the first and then the copy.
  func twin(
    _ device: Device, _ other: Device, _ random: inout SeededGenerator
  ) async throws {
    guard devices.count < World.most, device !== other else { return }
    let replica = try device.replica()
    // Of whom nobody has enrolled with its key, nobody can tell what it has signed.
    let member = try device.replication.space().members[replica]
    guard member?.key == device.key.publicKey else { return }
    try await device.flush()
    let copy = try await Device(
      nextIndex(), options, root: folder.path, version: device.version, now,
      from: .twin(of: device))
    try expect(try copy.replica() == replica, "\(copy.name) has the key and is minted anew")
    (copy.isTwin, copy.offset, copy.frozen) = (true, device.offset, device.frozen)
    setClock(of: copy)
    // A state before this would write again what the copy has.
    device.backup = nil
    // What its folder has shown to it before may be half there by now.
    device.peer = nil
    for _ in 0..<Int.random(in: 1...3, using: &random) { try await write(device, &random) }
    for _ in 0..<Int.random(in: 1...3, using: &random) { try await write(copy, &random) }
    guard try await meet(device, other)?.peer?[replica] == device.vector[replica] else {
      return count("twins unheard")
    }
    copy.awaited = device.awaited.map { _ in [] }
    copy.consumed = nil
    copy.purgedTo = device.purgedTo
    devices.append(copy)
    if options.carrier == .folder { try show(everythingOf: device, to: copy) }
    let report = try await meet(copy, other)
    // What the other one has may be too far ahead of the copy's clock to be looked at.
    let isAhead = report?.refused.contains { $0.code == .clockAhead } ?? false
    try expect(
      report == nil || isAhead || !copy.isTwin,
      "\(copy.name) goes on as \(device.name): \(String(describing: report))")
    // It was killed, or its disk was full, and nobody has heard it.
    if copy.isTwin { devices.removeLast() }
  }

  /// Exchanges by whatever carries; returns nothing when it came to no end.
  func meet(_ device: Device, _ other: Device) async throws -> ExchangeReport? {
    let report =
      switch options.carrier {
      // Half of what is there would show nothing of another one.
      case .folder: try await withoutRemoteFaults { try await exchangeWithFolder(device) }
      case .hub: try await exchangeWithHub(device)
      case .direct, .all: try await exchange(device, other)
      }
    return report?.failure == nil ? report : nil
  }

  private func show(everythingOf device: Device, to other: Device) throws {
    if remote != nil { return }
    for path in files(of: device) {
      let place = other.drive.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(contentsOf: device.drive.appendingPathComponent(path)).write(to: place)
    }
  }

  /// Lets a device write its own tail again, and looks at what came of it: the same events, in the
  /// same order, under new names.
  func rewriteTail(
    of device: Device, _ cause: SyncError, _ carryOut: Replication.CarryOut
  ) async throws -> SyncSession.Input {
    var input = SyncSession.Input.failed(cause)
    let count = try await rewriting(device) {
      input = try await carryOut()
      guard case .rewritten(let count, let hello, _, _) = input else { return 0 }
      try expect(
        try hello.replica == device.replica(), "\(device.name) greets as another one")
      return count
    }
    if count > 0 { self.count("written again: \(cause.code)") }
    return input
  }

  /// Looks at what comes of writing some of what a device wrote again, which says how many
  /// transactions that were.
  func rewriting(_ device: Device, _ rewrite: () async throws -> Int) async throws -> Int {
    let (replica, had) = (try device.replica(), try device.replication.vector())
    let before = try device.store.read { try $0.replicasWrittenHere() }
      .flatMap { try records(of: $0, at: device) }
    let count = try await rewrite()
    if count == 0 { return 0 }
    let (own, kept) = (try device.replica(), try device.replication.vector())
    try expect(
      own != replica || !before.contains { $0.dot.replica == replica },
      "\(device.name) goes on as \(replica)")
    let tail = before.filter { !kept.contains($0.dot) }
    let after = try records(of: own, at: device)
    try expect(
      tail.count == count && after.count == count,
      "\(device.name) has written \(count) transactions again, of \(tail.count)")
    // What comes before the tail stays known, purged or not.
    var rest = had
    for dot in tail.map(\.dot) { rest[dot.replica] = min(rest[dot.replica], dot.sequence - 1) }
    try expect(
      kept.covers(rest),
      "\(device.name) has written \(count) transactions again, and lost some before: \(kept)")
    // Each replica wrote after the one before.
    for (old, new) in zip(tail.sorted { $0.time < $1.time }, after) {
      try expect(old.says(new), "\(device.name) has written \(old.dot) otherwise as \(new.dot)")
      archive[new.dot] = new
    }
    (device.isTwin, device.consumed) = (false, nil)
    // Somebody whom it did not ask may have had it under the old names, and not know of this.
    device.losses += 1
    (device.vector, device.newest) = (VersionVector(), .distantPast)
    // What it told of an earlier name of its own is not under that any more.
    device.told = device.told.common(with: kept)
    try look(at: device)
    return count
  }

  /// What a device has of a writer, in its order.
  private func records(of replica: ReplicaID, at device: Device) throws -> [Record] {
    let newest = try device.replication.vector()[replica]
    guard newest > 0 else { return [] }
    return try (1...newest).compactMap { sequence in
      try device.store.read { try $0.message(of: Dot(replica: replica, sequence: sequence)) }
        .map(Record.init)
    }
  }
}

extension Record {
  /// Whether another one says the same, but for what they take back, which may be called otherwise.
  fileprivate func says(_ other: Record) -> Bool {
    events.count == other.events.count
      && zip(events, other.events).allSatisfy { one, other in
        one.kind == other.kind && one.name == other.name && one.version == other.version
          && one.entity == other.entity
          && (one.kind == nil || one.payload == other.payload)
      }
  }
}

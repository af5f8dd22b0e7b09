internal import Daybook
internal import DaybookSnapshot
internal import DaybookSync
internal import Foundation
internal import Synchronization

/// The spaces of a hub, made on demand in one directory. Those that were used last are open.
final class HubSpaces: Sendable {
  /// One that is open, or was and is in use yet.
  private struct Entry {
    weak var space: HubSpace?
    /// Keeps it open; nil when others were used since.
    var kept: HubSpace?
    var lastUse: UInt64
  }

  private struct State {
    var entries: [UUID: Entry] = [:]
    var uses: UInt64 = 0
    /// How many spaces there are; nil until they were counted.
    var count: Int?

    /// Lets go of those that were used longest ago, which close when nobody uses them any more.
    mutating func release(keeping most: Int) {
      let kept = entries.filter { $0.value.kept != nil }
      guard kept.count > most else { return }
      let old = kept.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(kept.count - most)
      for (id, _) in old { entries[id]?.kept = nil }
      entries = entries.filter { $0.value.space != nil }
    }
  }

  private let state = Mutex(State())
  private let directory: String
  private let identity: HubIdentity
  private let limits: HubLimits
  private let watch: @Sendable (HubStatus) -> Void
  private let stores: StoreOptions

  init(
    at directory: String, _ identity: HubIdentity, _ limits: HubLimits,
    watch: @escaping @Sendable (HubStatus) -> Void, stores: StoreOptions
  ) {
    (self.directory, self.identity, self.limits) = (directory, identity, limits)
    self.watch = watch
    self.stores = stores
  }

  /// A space that the hub has; nil when it has none of that name.
  ///
  /// - Throws: what keeps its store from being opened.
  func existing(_ id: UUID) throws -> HubSpace? { try space(id) { nil } }

  /// A space, which is made when the hub has none of that name.
  ///
  /// - Parameter founder: who is believed as long as nobody else is known.
  /// - Throws: `SyncError.notPermitted` when the hub has as many as it takes.
  func making(_ id: UUID, founder: (replica: ReplicaID, key: [UInt8])) throws -> HubSpace {
    let space = try space(id) {
      Invitation(
        space: id, founder: founder.replica, founderKey: founder.key, inviter: founder.replica,
        inviterKey: founder.key, replica: identity.replica)
    }
    guard let space else { throw SyncError(.peer, "the hub could not make room for the space") }
    return space
  }

  /// - Parameter new: what to make a space from that is not there; nil for making none.
  private func space(_ id: UUID, new: () -> Invitation?) throws -> HubSpace? {
    try requirePlace()
    // Within the lock: two callers must not open one store twice. Opening takes some milliseconds.
    return try state.withLock { state in
      let known = state.entries[id]?.space
      guard let space = try known ?? open(id, new, &state.count) else { return nil }
      state.uses += 1
      state.entries[id] = Entry(space: space, kept: space, lastUse: state.uses)
      state.release(keeping: limits.openSpaces)
      return space
    }
  }

  private func open(
    _ id: UUID, _ new: () -> Invitation?, _ count: inout Int?
  ) throws -> HubSpace? {
    let name = id.uuidString.lowercased()
    let path = "\(directory)/spaces/\(name)"
    let isThere = FileManager.default.fileExists(atPath: path + "/data.mdb")
    var options = stores
    let replication: Replication
    if isThere, try !hasBegun(path, options) {
      options.createsStore = false
      let store = try EventStore.open(at: path, schema: Schema(), options: options)
      replication = try Replication(of: store, key: identity.key)
    } else {
      guard let invitation = new() else { return nil }
      let known = count ?? countSpaces()
      guard known < limits.spaces else {
        throw SyncError(
          .notPermitted, "the hub has \(known) spaces, which is as many as it takes")
      }
      replication = try Replication.join(
        at: path, schema: Schema(), key: identity.key, invitation: invitation, options: options)
      count = known + (isThere ? 0 : 1)
    }
    return try HubSpace(id, replication, keptAt: "\(directory)/kept", watch: watch)
  }

  /// Whether a store is there that was to be made, and was not made to its end.
  private func hasBegun(_ path: String, _ options: StoreOptions) throws -> Bool {
    var options = options
    options.createsStore = false
    return try EventStore.open(at: path, schema: Schema(), options: options)
      .read { try $0.hasBegunToJoin() }
  }

  private func countSpaces() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: directory + "/spaces").count) ?? 0
  }

  /// Whether the hub has a space of that name, open or not.
  func has(_ id: UUID) -> Bool {
    FileManager.default.fileExists(atPath: "\(directory)/spaces/\(id.uuidString.lowercased())")
  }

  /// How many are open.
  var openCount: Int { state.withLock { $0.entries.values.count { $0.space != nil } } }

  /// Whether the directory is still the hub's.
  var isInPlace: Bool { identity.isKept(in: directory) }

  /// Makes sure of it before anything is read or made there: that would be missing, or lie below
  /// the place of a drive that was pulled out, or in the folder of another hub.
  ///
  /// - Throws: `SyncError.unwritable`.
  func requirePlace() throws {
    if isInPlace { return }
    throw SyncError(
      .unwritable,
      "\(directory) is gone, or is not this hub's folder: put the folder, or its drive, back; members keep what they have until then"
    )
  }

  /// Whether the disk has not the room with which a commit begins.
  var isDiskFull: Bool { (AtomicFolder(path: directory).room ?? Int.max) < 1 << 20 }

  /// Closes a space as soon as nobody uses it; the next call opens it anew.
  func close(_ id: UUID) { state.withLock { $0.entries[id]?.kept = nil } }

  /// Closes all that nobody uses.
  func close() {
    state.withLock { state in
      for id in state.entries.keys { state.entries[id]?.kept = nil }
    }
  }
}

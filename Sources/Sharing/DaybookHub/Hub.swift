public import Daybook
public import DaybookSync
internal import Foundation

/// A device that is always on and passes on what members of spaces write.
///
/// It answers calls, whatever carries them. It needs to know nothing of a space before: the first
/// member brings the space along. It reads no payload but those of statements about the space, from
/// which it computes the members. It is enrolled as a reader, so who steals it can write nothing.
public final class Hub: Sendable {
  /// What its owner calls it.
  public let name: String
  /// What it takes.
  public let limits: HubLimits

  /// Its own certificate, DER; empty where an authority vouches for it.
  public let certificate: [UInt8]

  let identity: HubIdentity
  let spaces: HubSpaces
  let sessions: HubSessions
  let strangers: HubStrangers
  let mail: HubMail
  let now: @Sendable () -> Date
  let waits: HubWaits
  private let failed: @Sendable (HubFailure) -> Void
  private let failures = HubFailures()

  /// A hub that keeps its spaces in a directory, which is made when it is missing.
  ///
  /// - Parameters:
  ///   - name: what its owner calls it: 1 to 100 bytes on one line, not blanks alone.
  ///   - certificate: its own, DER, so that devices get it whole that know its fingerprint.
  ///   - watch: told of a space when members have brought it, or there are more or fewer of them.
  ///   - failed: told why the hub cannot use its files, each store and each folder once until it
  ///     can again: members hear only that it cannot.
  /// - Throws: `SyncError.text` for a name that is none; `key` for files there that are none of a
  ///   hub, or its key was readable by others; `unwritable`.
  public convenience init(
    at directory: String, name: String, limits: HubLimits = HubLimits(),
    certificate: [UInt8] = [], watch: @escaping @Sendable (HubStatus) -> Void = { _ in },
    failed: @escaping @Sendable (HubFailure) -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws {
    var stores = StoreOptions()
    stores.now = now
    try self.init(
      at: directory, name: name, limits: limits, certificate: certificate, watch: watch,
      failed: failed, stores: stores)
  }

  /// - Parameter stores: how the stores of spaces are opened; their clock is the hub's.
  package init(
    at directory: String, name: String, limits: HubLimits = HubLimits(),
    certificate: [UInt8] = [], watch: @escaping @Sendable (HubStatus) -> Void = { _ in },
    failed: @escaping @Sendable (HubFailure) -> Void = { _ in }, stores: StoreOptions
  ) throws {
    try Self.check(name: name)
    self.certificate = certificate
    self.name = name
    self.limits = limits
    self.failed = failed
    now = stores.now
    identity = try HubIdentity(at: directory)
    spaces = HubSpaces(at: directory, identity, limits, watch: watch, stores: stores)
    sessions = HubSessions(limits)
    strangers = HubStrangers(limits)
    waits = HubWaits(limits)
    mail = HubMail(at: directory + "/mail", limits)
  }

  /// Makes sure that a hub can be called so.
  ///
  /// - Throws: `SyncError.text` for a text that is no name.
  public static func check(name: String) throws {
    try SharedName.check(name, "the name of a hub", upTo: 100)
  }

  /// With it an owner enrols the hub, as a reader.
  public var request: EnrolmentRequest {
    Replication.request(of: identity.key, replica: identity.replica)
  }

  /// What members need to know of it.
  ///
  /// - Parameters:
  ///   - addresses: where it answers, as `https://192.168.1.7:4711`.
  ///   - fingerprint: the SHA-256 of its certificate; nil where an authority vouches for it.
  public func text(at addresses: [String], fingerprint: [UInt8]? = nil) -> HubText {
    HubText(
      addresses: addresses, fingerprint: fingerprint, key: identity.key.publicKey,
      secret: identity.secret)
  }

  /// How many spaces and sessions are open.
  public var counts: (spaces: Int, sessions: Int) { (spaces.openCount, sessions.count) }

  /// Whether its directory is still there, and its own: false when a drive was pulled out, or the
  /// directory was removed or replaced. Then calls are refused that need a space which is not open;
  /// members keep what they have.
  public var isInPlace: Bool { spaces.isInPlace }

  /// The store of a space; nil when the hub has none of that name.
  package func store(of space: UUID) throws -> EventStore? { try spaces.existing(space)?.store }

  /// Tells whoever runs the hub of what keeps it from answering a call, unless that was told.
  func tell(_ error: any Error, of call: HubCall) {
    guard let code = HubRefusal.ownCode(of: error), let space = call.space else { return }
    // Every call would tell it, each of its space.
    guard isInPlace else {
      if failures.noteDirectory() { failed(HubFailure(space: nil, error: error)) }
      return
    }
    // A stranger may ask for any space that there is not.
    let known = call.isForStrangers && !spaces.has(space) ? nil : space
    let failure = HubFailure(space: known, error: error)
    if failures.note(code, failure.message, of: call.name, in: known) { failed(failure) }
  }

  /// Notes that the hub can do again what a call asks for.
  func noteAnswer(to call: HubCall) {
    guard let space = call.space else { return }
    failures.forget(call.name, in: space)
    // A call that came before the directory was gone may be answered still.
    if failures.isDirectoryTold, isInPlace { failures.forgetDirectory() }
  }

  /// Notes that the hub could make a space.
  func noteNewSpace() { failures.forgetSpaces() }

  /// Closes the stores of all spaces that no call uses.
  public func close() { spaces.close() }
}

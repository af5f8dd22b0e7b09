internal import Crypto
internal import Daybook
internal import DaybookSync
internal import Foundation
internal import Synchronization

/// The sessions that a hub has open, in memory alone: a hub that begins anew asks for signatures
/// again.
final class HubSessions: Sendable {
  /// Whose calls a session's are.
  struct Session: Hashable, Sendable {
    let space: UUID
    let replica: ReplicaID
    let publicKey: [UInt8]
    /// Who founded the space, as the device says that has shown to know the hub's secret; nil for
    /// one that has not.
    let opening: SessionRequest.Opening?
    fileprivate let end: Date
    fileprivate var credit: CallCredit

    /// Whether its hour is not over. An end that lies further ahead is of a clock that was ahead; a
    /// clock may be set back by a minute.
    fileprivate func isOpen(at now: Date) -> Bool {
      let left = end.timeIntervalSince(now)
      return left > 0 && left <= HubSessions.duration + 60
    }
  }

  /// For how many seconds a session, and a nonce, is good.
  static let (duration, nonceDuration) = (3_600.0, 60.0)

  private struct State {
    var sessions: [String: Session] = [:]
    /// The tokens in the order of their ends.
    var order: [String] = []
    /// The nonces that were signed, until they are too old anyway.
    var spent: [[UInt8]: Date] = [:]
    var nextSweep = Date.distantPast

    /// Notes that a nonce was signed. Returns false when it was before.
    mutating func spend(_ nonce: [UInt8], at now: Date) -> Bool {
      if now >= nextSweep || nextSweep.timeIntervalSince(now) > HubSessions.nonceDuration {
        spent = spent.filter { $0.value >= now }
        nextSweep = now.addingTimeInterval(HubSessions.nonceDuration)
      }
      return spent.updateValue(now.addingTimeInterval(HubSessions.nonceDuration), forKey: nonce)
        == nil
    }

    /// The session of that name, if it is of this space and its hour is not over.
    func session(_ token: String?, of space: UUID, at now: Date) -> Session? {
      guard let token, let session = sessions[token], session.space == space,
        session.isOpen(at: now)
      else { return nil }
      return session
    }

    /// Forgets sessions whose hour is over, and the oldest ones beyond a number.
    mutating func drop(before now: Date, keeping most: Int) {
      var gone = 0
      for token in order {
        let isOpen = sessions[token]?.isOpen(at: now) ?? false
        if isOpen, sessions.count <= most { break }
        sessions[token] = nil
        gone += 1
      }
      if gone > 0 { order.removeFirst(gone) }
    }
  }

  private let state = Mutex(State())
  private let limits: HubLimits
  /// Makes nonces that nobody else can make.
  private let secret = SymmetricKey(size: .bits256)

  init(_ limits: HubLimits) { self.limits = limits }

  // MARK: Nonces

  /// The time at which it ends, eight bytes in milliseconds, sixteen at random, and the HMAC of
  /// both: so nothing is kept of those that nobody signs.
  func nonce(at now: Date) -> [UInt8] {
    let end = UInt64(max(0, (now.timeIntervalSince1970 + Self.nonceDuration) * 1000))
    var bytes = withUnsafeBytes(of: end.bigEndian) { Array($0) }
    bytes += withUnsafeBytes(of: UUID().uuid) { Array($0) }
    return bytes + Array(HMAC<SHA256>.authenticationCode(for: bytes, using: secret))
  }

  func isGood(_ nonce: [UInt8], at now: Date) -> Bool {
    guard nonce.count == 56,
      HMAC<SHA256>.isValidAuthenticationCode(
        nonce[24...], authenticating: nonce[..<24], using: secret)
    else { return false }
    let end = nonce[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let left = Double(end) / 1000 - now.timeIntervalSince1970
    return 0...Self.nonceDuration ~= left
  }

  // MARK: Sessions

  /// Opens a session for who has signed a nonce; nil when a session was opened with that before.
  func open(
    _ space: UUID, _ replica: ReplicaID, key: [UInt8], opening: SessionRequest.Opening?,
    nonce: [UInt8], at now: Date
  ) -> SessionReply? {
    let token = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64EncodedString()
    let session = Session(
      space: space, replica: replica, publicKey: key, opening: opening,
      end: now.addingTimeInterval(Self.duration),
      credit: CallCredit(limits.callsPerSecond, at: now))
    let isNew = state.withLock { state in
      guard state.spend(nonce, at: now) else { return false }
      state.sessions[token] = session
      state.order.append(token)
      state.drop(before: now, keeping: limits.sessions)
      return true
    }
    guard isNew else { return nil }
    return SessionReply(token: token, seconds: UInt64(Self.duration))
  }

  /// What became of a call's session.
  enum Standing {
    /// It may go on.
    case good(Session)
    /// There is none of that name, or its hour is over.
    case unknown
    /// It has made more calls than it may.
    case tooFast
  }

  /// Whether there is such a session.
  func isOpen(_ token: String?, of space: UUID, at now: Date) -> Bool {
    state.withLock { $0.session(token, of: space, at: now) != nil }
  }

  /// Finds the session of a call, and counts the call.
  func use(_ token: String?, of space: UUID, at now: Date) -> Standing {
    state.withLock { state in
      guard let token, var session = state.session(token, of: space, at: now) else {
        return .unknown
      }
      let isGood = session.credit.use(limits.callsPerSecond, at: now)
      state.sessions[token] = session
      return isGood ? .good(session) : .tooFast
    }
  }

  /// Ends all sessions of a device, which was revoked.
  func end(_ replica: ReplicaID, in space: UUID) {
    state.withLock { state in
      state.sessions = state.sessions.filter {
        $0.value.space != space || $0.value.replica != replica
      }
    }
  }

  var count: Int { state.withLock { $0.sessions.count } }
}

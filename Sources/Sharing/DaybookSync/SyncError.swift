public import Daybook

/// The reason why something could not be exchanged, with a code to act on.
///
/// No message holds a payload or a key.
public struct SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong. Codes may be added; a switch needs a default.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The stable name.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
  }

  /// The code to act on.
  public let code: Code
  /// The transaction that it is about, if it is about one.
  public let dot: Dot?
  /// One sentence: what failed, and what to do.
  public let message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String, dot: Dot? = nil) {
    self.code = code
    self.dot = dot
    self.message = message
  }

  public var description: String {
    message + (dot.map { " (transaction \($0))" } ?? "")
  }
}

extension SyncError.Code {
  // MARK: Of a transaction

  /// Bytes that are no transaction.
  public static let malformed = Self(rawValue: "malformed")
  /// It has fields that this version of Daybook does not know; update the app.
  public static let newerMessage = Self(rawValue: "newerMessage")
  /// It belongs to another space.
  public static let foreignSpace = Self(rawValue: "foreignSpace")
  /// It is larger than any store takes in.
  public static let tooLarge = Self(rawValue: "tooLarge")
  /// An earlier one of its writer is missing.
  public static let gap = Self(rawValue: "gap")
  /// Its writer's clock is more than a day ahead of this device's.
  public static let clockAhead = Self(rawValue: "clockAhead")
  /// No owner has enrolled its writer.
  public static let notEnrolled = Self(rawValue: "notEnrolled")
  /// Its writer was revoked before it, or may only read. Nothing is refused with this code: void
  /// transactions are passed on and kept, and count for nobody.
  public static let void = Self(rawValue: "void")
  /// Its writer has not signed it.
  public static let badSignature = Self(rawValue: "badSignature")
  /// It is not the transaction that its writer signed.
  public static let badChain = Self(rawValue: "badChain")
  /// Two copies of a store have written on as one replica.
  public static let forkedReplica = Self(rawValue: "forkedReplica")

  // MARK: Of a store, a key or a peer

  /// The store has no space yet, or has one already.
  public static let space = Self(rawValue: "space")
  /// This store's replica is no member, or may not do that.
  public static let notPermitted = Self(rawValue: "notPermitted")
  /// This device was revoked, and the hub answers it no more: every later exchange with it fails,
  /// too. Whoever uses the device can join anew, as another member.
  public static let revoked = Self(rawValue: "revoked")
  /// The hub was revoked, and gets nothing from here: every later exchange with it fails, too.
  /// Exchange with another one.
  public static let revokedHub = Self(rawValue: "revokedHub")
  /// The key file is missing, readable by others, or no key.
  public static let key = Self(rawValue: "key")
  /// The key's file, or the guard beside it, cannot be written, as on a full disk.
  public static let unwritable = Self(rawValue: "unwritable")
  /// A name, or the text of a request or an invitation, that cannot be used.
  public static let text = Self(rawValue: "text")
  /// The store of the only owner was restored, and lacks transactions that it has sent:
  /// `Replication.recover` gets them back.
  public static let copied = Self(rawValue: "copied")
  /// One side has purged what the other lacks: a snapshot is needed.
  public static let needsSnapshot = Self(rawValue: "needsSnapshot")
  /// Another member has not said yet what it has, or has not sent it.
  public static let unheard = Self(rawValue: "unheard")
  /// The peer cannot be reached, or its files cannot be read or written.
  public static let peer = Self(rawValue: "peer")
}

extension SyncError {
  /// Whether the device's own key or guard is at fault, so that no exchange can go on.
  var isOfKey: Bool { code == .key || code == .unwritable }

  /// What a hub says of a link that is to be closed and was answered.
  package static let ofAnsweredLink = SyncError(
    .notPermitted,
    "an owner has answered the link already: the device is a member, until it is revoked")

  /// What a hub says to a device that was revoked.
  package static let ofRevokedDevice = SyncError(
    .revoked,
    "this device was revoked, and the hub answers it no more; it can join anew as another one, see Running a hub"
  )

  /// What a device says of a hub that was revoked.
  static let ofRevokedHub = SyncError(
    .revokedHub,
    "the hub was revoked, so it gets nothing from here; exchange with another one, by its text")

  /// Whether every later exchange with the peer fails in the same way: who was revoked stays so,
  /// while a peer that is full, or a role, may be another one tomorrow.
  package var isForGood: Bool { code == .revoked || code == .revokedHub }

  /// What a store says about a message.
  init(_ error: StoreError, _ dot: Dot?) {
    let code: Code =
      switch error.code {
      case .newerMessage: .newerMessage
      case .foreignSpace: .foreignSpace
      case .tooLarge: .tooLarge
      case .missingTransaction: .gap
      case .clockAhead: .clockAhead
      case .forkedReplica: .forkedReplica
      default: .malformed
      }
    self.init(code, error.message, dot: dot)
  }
}

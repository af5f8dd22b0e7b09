internal import Daybook
internal import DaybookSync

/// Why a call is not carried out, with its status as HTTP has them.
struct HubRefusal: Error {
  let status: Int
  let error: SyncError
  var retryAfter: Int?

  /// A space that the hub does not have, and one that the device is no member of: nobody finds out
  /// which spaces there are.
  static let unknown = HubRefusal(
    status: 404,
    error: SyncError(
      .notEnrolled,
      "the hub has no such space, or does not know this device as a member: let an owner exchange with it"
    ))

  static let noSession = HubRefusal(
    status: 401, error: SyncError(.peer, "the session is over; open another one"))

  static let staleNonce = HubRefusal(
    status: 401,
    error: SyncError(
      .peer, "what was signed is older than a minute, or was used; ask for the terms"))

  static let revoked = HubRefusal(status: 403, error: .ofRevokedDevice)

  static let tooFast = HubRefusal(
    status: 429, error: SyncError(.peer, "the hub takes no more calls for a moment"),
    retryAfter: 1)

  static let noBox = HubRefusal(
    status: 404,
    error: SyncError(
      .text, "the link was used or closed, or is older than a day; ask who sent it for another one")
  )

  static let answered = HubRefusal(status: 403, error: .ofAnsweredLink)

  static let full = HubRefusal(
    status: 507,
    error: SyncError(.peer, "the hub has no more room for this space; its owner can give it more"))

  static let diskFull = HubRefusal(
    status: 507,
    error: SyncError(
      .peer, "the hub has no more room, because its disk is full: let who runs it make some"))

  /// Of one file: others may be smaller.
  static func noRoom(for file: Attachment) -> HubRefusal {
    HubRefusal(
      status: 507,
      error: SyncError(
        .tooLarge,
        "the hub has no more room for the attachment \(file.name) of \(file.length) bytes: let who runs it make some"
      ))
  }

  /// The system's error stays here: it names places of the hub's.
  static let noFiles = HubRefusal(
    status: 503,
    error: SyncError(
      .peer, "the hub cannot use its files: let who runs it look at its disk, and exchange again"),
    retryAfter: 10)

  static func tooLong(_ limit: Int) -> HubRefusal {
    HubRefusal(
      status: 413, error: SyncError(.tooLarge, "the hub takes bodies of up to \(limit) bytes"))
  }

  /// The answer to a call that failed. When the hub itself failed, the answer says so, and no more.
  ///
  /// - Parameter isFull: whether the hub's disk is full.
  static func answer(to error: any Error, isFull: Bool = false) -> HubAnswer {
    switch error {
    case let refusal as HubRefusal: refusal.answer
    case let error as SyncError where isOwn(error): (isFull ? diskFull : noFiles).answer
    case let error as SyncError: HubAnswer(status(of: error), error)
    case let error as StoreError where Self.isFull(error): diskFull.answer
    case let error as StoreError:
      HubAnswer(
        503,
        SyncError(
          .peer,
          "the hub cannot use its store (\(error.code)): exchange again, and if that does not help, let who runs it see Running a hub"
        ), retryAfter: 10)
    case is CancellationError:
      HubAnswer(503, SyncError(.peer, "the hub is about to stop"), retryAfter: 10)
    default: HubAnswer(503, SyncError(.peer, "the hub cannot answer now"), retryAfter: 10)
    }
  }

  private var answer: HubAnswer { HubAnswer(status, error, retryAfter: retryAfter) }

  /// The code of an error of the hub's own files, of which members hear no more than that it
  /// happened; nil for what is wrong with a call.
  static func ownCode(of error: any Error) -> String? {
    switch error {
    case let error as StoreError: error.code.rawValue
    case let error as SyncError where isOwn(error): error.code.rawValue
    default: nil
    }
  }

  /// Whether an error is of the hub's own files, and names them.
  private static func isOwn(_ error: SyncError) -> Bool {
    [.key, .unwritable, .peer].contains(error.code)
  }

  private static func status(of error: SyncError) -> Int {
    switch error.code {
    case .malformed: 400
    case .notPermitted, .revoked: 403
    case .notEnrolled: 404
    case .needsSnapshot: 410
    case .tooLarge: 413
    default: 422
    }
  }

  static func isFull(_ error: StoreError) -> Bool {
    [.diskFull, .fileSizeLimit, .overQuota].contains(error.code)
  }
}

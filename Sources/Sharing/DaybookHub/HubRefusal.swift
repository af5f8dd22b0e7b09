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

  static let revoked = HubRefusal(
    status: 403,
    error: SyncError(
      .notPermitted,
      "this device was revoked, and the hub answers it no more; it can join anew as another one, see Running a hub"
    ))

  static let tooFast = HubRefusal(
    status: 429, error: SyncError(.peer, "the hub takes no more calls for a moment"),
    retryAfter: 1)

  static let noBox = HubRefusal(
    status: 404,
    error: SyncError(
      .text, "the link was used, or is older than a day; ask who sent it for another one"))

  static let full = HubRefusal(
    status: 507,
    error: SyncError(.peer, "the hub has no more room for this space; its owner can give it more"))

  static func tooLong(_ limit: Int) -> HubRefusal {
    HubRefusal(
      status: 413, error: SyncError(.tooLarge, "the hub takes bodies of up to \(limit) bytes"))
  }

  /// The answer to a call that failed. What failed within the hub says so, and no more.
  static func answer(to error: any Error) -> HubAnswer {
    switch error {
    case let refusal as HubRefusal:
      HubAnswer(refusal.status, refusal.error, retryAfter: refusal.retryAfter)
    case let error as SyncError: HubAnswer(status(of: error), error)
    case let error as StoreError where isFull(error): HubAnswer(507, full.error)
    case let error as StoreError:
      HubAnswer(
        503, SyncError(.peer, "the hub cannot use its store: \(error.code)"), retryAfter: 10)
    case is CancellationError:
      HubAnswer(503, SyncError(.peer, "the hub is about to stop"), retryAfter: 10)
    default: HubAnswer(503, SyncError(.peer, "the hub cannot answer now"), retryAfter: 10)
    }
  }

  private static func status(of error: SyncError) -> Int {
    switch error.code {
    case .malformed: 400
    case .notPermitted: 403
    case .notEnrolled: 404
    case .needsSnapshot: 410
    case .tooLarge: 413
    case .key, .unwritable, .peer: 503
    default: 422
    }
  }

  private static func isFull(_ error: StoreError) -> Bool {
    [.diskFull, .fileSizeLimit, .overQuota].contains(error.code)
  }
}

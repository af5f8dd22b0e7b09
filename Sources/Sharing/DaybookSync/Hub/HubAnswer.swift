/// A hub's answer to a call. Refusals of transactions are part of the body; the status is about the
/// call.
public struct HubAnswer: Hashable, Sendable {
  /// The status, as HTTP has them: 200 when the body is what the call asks for; else it is a
  /// `SyncError`.
  public var status: Int
  /// The message.
  public var body: [UInt8]
  /// After how many seconds the call may come again; nil when it needs no pause.
  public var retryAfter: Int?

  /// An answer.
  public init(status: Int = 200, body: [UInt8] = [], retryAfter: Int? = nil) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
  }

  /// The reason why a call was not carried out.
  public init(_ status: Int, _ error: SyncError, retryAfter: Int? = nil) {
    self.init(status: status, body: error.bytes, retryAfter: retryAfter)
  }
}

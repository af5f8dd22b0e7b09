public import Interchange

/// Failures of servers. No message has a token in it.
extension InterchangeError.Code {
  /// The address, or the token, makes no sense.
  public static let badServer = Self(rawValue: "badServer")
  /// The server does not let this token read, or has nothing there.
  public static let serverRefused = Self(rawValue: "serverRefused")
  /// The server failed, or asked to wait, as often as it was asked.
  public static let serverFailed = Self(rawValue: "serverFailed")
  /// The server is not reached, or breaks off.
  public static let serverUnreachable = Self(rawValue: "serverUnreachable")
  /// The server sends to another address, where the token was not sent.
  public static let serverMoved = Self(rawValue: "serverMoved")
}

public import Foundation

/// Asks a server for one thing.
///
/// `URLSessionTransport` does; a test may have its own.
public protocol ServerTransport: Sendable {
  /// The answer to a GET, whatever its status. Follows no redirect.
  ///
  /// - Throws: `HTTPFailure` for an answer that does not come, is cut or is too large;
  ///   `CancellationError`.
  func get(_ request: HTTPRequest) async throws -> HTTPAnswer
}

/// A question to a server.
public struct HTTPRequest: Sendable {
  /// What is asked for.
  public var url: URL
  /// Fields of the head, such as a token. Never part of an error.
  public var headers: [String: String]
  /// Seconds that the whole answer may take.
  public var timeout: Double
  /// The most bytes that the body may have.
  public var limit: Int

  /// Asks for something.
  public init(url: URL, headers: [String: String] = [:], timeout: Double, limit: Int) {
    self.url = url
    self.headers = headers
    self.timeout = timeout
    self.limit = limit
  }
}

/// What a server answered.
public struct HTTPAnswer: Sendable {
  /// The status, such as 200.
  public var status: Int
  /// Fields of the head, their names in lower case.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// An answer.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why there is no answer.
public struct HTTPFailure: Error, Hashable, Sendable {
  /// What is wrong, as the end of a sentence.
  public let reason: String
  /// Whether the same question may be answered later.
  public let isPassing: Bool

  /// Names a reason.
  public init(_ reason: String, isPassing: Bool) {
    self.reason = reason
    self.isPassing = isPassing
  }
}

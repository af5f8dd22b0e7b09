/// Carries requests to the server of a bucket or of a WebDAV folder.
///
/// An app's is `URLSessionFolderTransport` of the product `DaybookURLSession`; the command line's
/// is over async-http-client.
public protocol FolderTransport: Sendable {
  /// The server's answer, whatever its status. Follows no redirect, and keeps no cookies.
  ///
  /// - Throws: `FolderAnswerTooLarge`; `CancellationError`; any other error when no whole answer
  ///   came, after which nobody knows whether the request was carried out. Its words are shown to
  ///   people, so they must hold no field of the request's head.
  func send(_ request: FolderRequest) async throws -> FolderResponse
}

/// A request to a server.
public struct FolderRequest: Sendable, Hashable {
  /// The method, such as `PUT`.
  public var method: String
  /// The address, without secrets.
  public var url: String
  /// Fields of the head, among them what proves who asks. Never to be shown.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]
  /// How long the whole answer may take.
  public var patience: Duration
  /// The most bytes that the answer's body may have.
  public var limit: Int

  /// A request, which may take a minute and as long as its body and the longest answer need at a
  /// quarter of a megabyte a second.
  public init(
    _ method: String, _ url: String, headers: [String: String] = [:], body: [UInt8] = [],
    limit: Int = 1 << 20
  ) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    (patience, self.limit) = (.seconds(60 + (body.count + limit) >> 18), limit)
  }

  /// The most bytes of what servers say instead of a file.
  static let shortAnswer = 64 << 10
}

/// A server's answer.
public struct FolderResponse: Sendable, Hashable {
  /// The status, such as 200.
  public var status: Int
  /// Fields of the head, their names in lower case.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// An answer.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// An answer has more bytes than a request takes.
public struct FolderAnswerTooLarge: Error {
  /// Makes one.
  public init() {}
}

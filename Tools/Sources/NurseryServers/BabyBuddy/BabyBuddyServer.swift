public import Foundation
@_spi(Tools) internal import Interchange
@_spi(Tools) internal import NurseryInterchange

/// A Baby Buddy that is running, whose REST API is read into a folder of pages.
///
/// ```swift
/// let server = try BabyBuddyServer("https://baby.example.org", token: token)
/// try await server.download(to: folder)
/// let report = try await Import(BabyBuddyPages(folder, options: options)).run(into: store)
/// ```
/// What is downloaded is what `BabyBuddyPages` reads, so that an import from a server is an import
/// of files. The server is only read. The token is sent to this server and nowhere else, and is in
/// no error.
public struct BabyBuddyServer: Sendable {
  /// Where Baby Buddy opens, without `api`.
  public let address: URL
  private let token: String

  /// How questions are repeated.
  public var policy = RetryPolicy()
  /// Seconds that one page may take.
  public var timeout = 120.0
  /// How many rows are asked for at once; more when rows came in between.
  public var pageSize = 500
  /// Who asks.
  public var transport: any ServerTransport = URLSessionTransport()
  /// The clock, for `Retry-After` and for what was downloaded before.
  public var now: @Sendable () -> Date = { Date() }
  /// Waits so many seconds.
  public var sleep: @Sendable (Double) async throws -> Void = {
    try await Task.sleep(for: .seconds($0))
  }

  /// Names a server and the token of a user, which Baby Buddy shows under Settings.
  ///
  /// - Parameter address: where Baby Buddy opens in a browser, such as `https://baby.example.org`.
  /// - Throws: `InterchangeError.badServer`.
  public init(_ address: String, token: String) throws {
    self.address = try Self.url(address)
    let token = token.trimmingCharacters(in: .whitespacesAndNewlines)
    // Anything else would be another field of the head.
    guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw InterchangeError(
        .badServer, "The token is empty or has signs that no token has; copy it again.")
    }
    self.token = token
  }

  private static func url(_ text: String) throws -> URL {
    guard var parts = URLComponents(string: text.trimmingCharacters(in: .whitespaces)),
      ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false
    else {
      throw InterchangeError(
        .badServer, "“\(text)” is no address of a server, such as https://baby.example.org.")
    }
    guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
      throw InterchangeError(
        .badServer, "The address of the server has more than a name and a path; leave the rest out."
      )
    }
    var path = parts.path
    while path.hasSuffix("/") { path.removeLast() }
    if path.hasSuffix("/api") { path.removeLast(4) }
    parts.path = path
    guard let url = parts.url else {
      throw InterchangeError(.badServer, "“\(text)” is no address of a server.")
    }
    return url
  }

  /// Asks the server, politely.
  var reader: PoliteReader {
    PoliteReader(
      transport: transport,
      headers: ["Authorization": "Token \(token)", "Accept": "application/json"], policy: policy,
      timeout: timeout, limit: BabyBuddyPages.pageLimit, now: now, sleep: sleep)
  }

  /// The address of an endpoint, or of the API.
  func url(_ endpoint: String? = nil, limit: Int = 1, offset: Int = 0) -> URL {
    var url = address.appendingPathComponent("api", isDirectory: true)
    guard let endpoint else { return url }
    url.appendPathComponent(endpoint, isDirectory: true)
    url.append(queryItems: [
      URLQueryItem(name: "limit", value: "\(limit)"),
      URLQueryItem(name: "offset", value: "\(offset)"),
    ])
    return url
  }
}

extension BabyBuddyServer: CustomStringConvertible, CustomReflectable {
  /// The address.
  public var description: String { address.absoluteString }

  /// Without the token.
  public var customMirror: Mirror { Mirror(self, children: ["address": address]) }
}

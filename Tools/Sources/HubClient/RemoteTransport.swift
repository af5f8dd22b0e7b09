internal import AsyncHTTPClient
public import DaybookRemoteFolders
internal import NIOCore
internal import NIOHTTP1

/// Carries requests to the servers of buckets and of WebDAV folders. It trusts whom the system
/// trusts.
public final class RemoteTransport: FolderTransport {
  private let client: HTTPClient

  /// A transport with connections of its own.
  public init() {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      // A request's patience ends with the answer's head; a body that stops says nothing.
      timeout: .init(connect: .seconds(10), read: .seconds(120)))
    configuration.connectionPool.idleTimeout = .seconds(30)
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  deinit {
    // Nobody can wait for it here; its connections are closed.
    client.shutdown { _ in }
  }

  public func send(_ request: FolderRequest) async throws -> FolderResponse {
    var asked = HTTPClientRequest(url: request.url)
    asked.method = HTTPMethod(rawValue: request.method)
    for (name, value) in request.headers { asked.headers.add(name: name, value: value) }
    if !request.body.isEmpty || request.method == "PUT" {
      asked.body = .bytes(ByteBuffer(bytes: request.body))
    }
    do {
      let (head, body) = try await client.answer(
        asked, within: request.patience, upTo: request.limit)
      let headers = head.headers.map { ($0.name.lowercased(), $0.value) }
      return FolderResponse(
        status: Int(head.status.code),
        headers: Dictionary(headers) { first, _ in first }, body: body)
    } catch is NIOTooManyBytesError {
      throw FolderAnswerTooLarge()
    }
  }
}

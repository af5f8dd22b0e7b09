public import DaybookRemoteFolders
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Carries requests to the servers of buckets and of WebDAV folders by `URLSession`. It trusts whom
/// the system trusts.
///
/// Make one, and use it for every folder: it has connections of its own, which on Linux stay with
/// their memory until the process ends.
public final class URLSessionFolderTransport: FolderTransport {
  private let session = WebSession()

  /// A transport.
  public init() {}

  public func send(_ request: FolderRequest) async throws -> FolderResponse {
    guard let url = URL(string: request.url) else { throw WebFailure.noAddress }
    var asked = URLRequest(url: url)
    asked.httpMethod = request.method
    for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
    if !request.body.isEmpty || request.method == "PUT" { asked.httpBody = Data(request.body) }
    do {
      let answer = try await session.send(
        asked, within: request.patience, upTo: request.limit)
      return FolderResponse(status: answer.status, headers: answer.headers, body: answer.body)
    } catch let error as WebFailure where error == .tooLarge {
      throw FolderAnswerTooLarge()
    }
  }
}

internal import DaybookRemoteFolders
@_spi(Tools) internal import DaybookURLSession
internal import Foundation

/// Asks servers by `URLSession`: no cookies, no cache, nothing kept.
///
/// It has connections of its own, which on Linux stay with their memory until the process ends.
public struct URLSessionTransport: ServerTransport {
  private let network = URLSessionFolderTransport()

  /// A transport.
  public init() {}

  public func get(_ request: HTTPRequest) async throws -> HTTPAnswer {
    var asked = FolderRequest(
      "GET", request.url.absoluteString, headers: request.headers, limit: request.limit)
    asked.patience = .seconds(request.timeout)
    do {
      let answer = try await network.send(asked)
      return HTTPAnswer(status: answer.status, headers: answer.headers, body: answer.body)
    } catch is FolderAnswerTooLarge {
      throw HTTPFailure("sends more than \(request.limit) bytes at once", isPassing: false)
    } catch let failure as WebFailure {
      throw HTTPFailure("cannot be reached: \(failure)", isPassing: failure.isPassing)
    }
  }
}

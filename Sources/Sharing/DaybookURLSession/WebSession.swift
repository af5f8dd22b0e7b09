internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Asks servers by one `URLSession`, whose connections are used again: no cookies, no cache, no
/// passwords of the system's, no redirects, nothing kept on the disk.
final class WebSession: Sendable {
  private let session: URLSession
  private let loads: WebLoads

  /// Whether a session can compare a server's own certificate with its fingerprint here.
  static var knowsFingerprints: Bool {
    #if canImport(Security)
    true
    #else
    false
    #endif
  }

  /// - Parameter fingerprint: the SHA-256 of the one certificate that is trusted; nil for those
  ///   that the system trusts. Asks for `knowsFingerprints`.
  init(trusting fingerprint: [UInt8]? = nil) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    loads = WebLoads(trusting: fingerprint)
    session = URLSession(configuration: configuration, delegate: loads, delegateQueue: nil)
  }

  deinit {
    #if canImport(FoundationNetworking)
    // Ending a session there closes its TLS connections while their owner is going away, which ends
    // the process: swift-corelibs-foundation, pull request 5491. So the session stays.
    // Safety: nobody has the reference that is retained, so nobody releases it once more.
    _ = Unmanaged.passRetained(session)
    #else
    session.finishTasksAndInvalidate()
    #endif
  }

  /// The whole answer to a request, whatever its status.
  ///
  /// - Parameters:
  ///   - patience: for how long it is waited for.
  ///   - limit: the most bytes of its body; no more are kept.
  /// - Throws: `WebFailure`; `CancellationError`.
  func send(
    _ request: URLRequest, within patience: Duration, upTo limit: Int
  ) async throws -> WebAnswer {
    var request = request
    // The system's limit is for each pause between bytes.
    request.timeoutInterval = patience / .seconds(1)
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    return try await withThrowingTaskGroup(of: WebAnswer.self) {
      [session, loads, request] group in
      group.addTask {
        let task = session.dataTask(with: request)
        let load = WebLoad(upTo: limit)
        loads.add(load, of: task)
        defer { loads.remove(task) }
        return try await load.run(task)
      }
      group.addTask {
        try await Task.sleep(for: patience)
        throw WebFailure.late
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
  }
}

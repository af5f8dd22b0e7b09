internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The requests of a session that are under way: what the system tells of each goes to its own.
final class WebLoads: NSObject, URLSessionDataDelegate, Sendable {
  /// The SHA-256 of the one certificate that is trusted; nil for those that the system trusts.
  let fingerprint: [UInt8]?
  private let loads = Mutex<[Int: WebLoad]>([:])

  init(trusting fingerprint: [UInt8]?) { self.fingerprint = fingerprint }

  func add(_ load: WebLoad, of task: URLSessionTask) {
    loads.withLock { $0[task.taskIdentifier] = load }
  }

  func remove(_ task: URLSessionTask) {
    loads.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
  }

  func load(of task: URLSessionTask) -> WebLoad? {
    loads.withLock { $0[task.taskIdentifier] }
  }

  // MARK: URLSessionDataDelegate

  /// Where a session's token, or what signs a request, may go is not for a server to say: the
  /// redirect is the answer.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
    let load = load(of: task)
    load?.begin(response)
    load?.end(isHeadEnough: true)
    task.cancel()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
    guard let response = response as? HTTPURLResponse, let load = load(of: dataTask) else { return }
    load.begin(response)
    guard response.value(forHTTPHeaderField: "WWW-Authenticate") != nil else { return }
    // The request has said already who asks. On Linux the system would ask again and again without
    // a password.
    load.end(isHeadEnough: true)
    dataTask.cancel()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    load(of: dataTask)?.add(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let load = load(of: task)
    if let error { load?.fail(WebFailure(error)) } else { load?.end() }
  }
}

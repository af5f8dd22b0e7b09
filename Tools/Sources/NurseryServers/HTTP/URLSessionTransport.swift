internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Asks servers by `URLSession`: no cookies, no cache, nothing kept.
public struct URLSessionTransport: HTTPTransport {
  /// A transport.
  public init() {}

  public func get(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let load = Load(limit: request.limit)
    return try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
      group.addTask { try await load.run(request) }
      // The session's own limit is for each pause between bytes.
      group.addTask {
        try await Task.sleep(for: .seconds(request.timeout))
        throw HTTPFailure("did not answer within \(Int(request.timeout)) s", isPassing: true)
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
  }
}

/// One question and its answer, of which no more is kept than is allowed.
private final class Load: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var done: CheckedContinuation<HTTPAnswer, any Error>?
    var task: URLSessionDataTask?
    var answer: HTTPAnswer?
    var failure: (any Error)?
    var isCancelled = false
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  func run(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = request.timeout
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    var asked = URLRequest(url: request.url)
    for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
    let task = session.dataTask(with: asked)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { done in
        let isCancelled = state.withLock { state in
          state.done = done
          state.task = task
          return state.isCancelled
        }
        if isCancelled { finish(CancellationError()) } else { task.resume() }
      }
    } onCancel: {
      state.withLock { $0.isCancelled = true }
      finish(CancellationError())
    }
  }

  /// Ends the question, once.
  private func finish(_ failure: (any Error)?) {
    let (done, task, answer) = state.withLock { state in
      defer {
        state.done = nil
        state.task = nil
      }
      return (state.done, state.task, state.answer)
    }
    guard let done else { return }
    if let failure {
      task?.cancel()
      done.resume(throwing: failure)
    } else if let answer {
      done.resume(returning: answer)
    } else {
      done.resume(throwing: HTTPFailure("gave no answer", isPassing: true))
    }
  }

  // MARK: URLSessionDataDelegate

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    note(response)
    completionHandler(nil)
    // Where the token may go is not for a server to say.
    finish(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { note(response) }
    completionHandler(.allow)
    if response.expectedContentLength > Int64(limit) { finish(tooLarge) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let size = state.withLock { state in
      state.answer?.body += data
      return state.answer?.body.count ?? 0
    }
    if size > limit { finish(tooLarge) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let error else { return finish(isWhole ? nil : Self.cut) }
    finish(HTTPFailure(error))
  }

  private func note(_ response: HTTPURLResponse) {
    let headers = response.allHeaderFields.map {
      ("\($0.key)".lowercased(), "\($0.value)")
    }
    let answer = HTTPAnswer(
      status: response.statusCode,
      headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }))
    state.withLock { $0.answer = answer }
  }

  /// Whether as many bytes came as the head said; unknown counts as whole.
  private var isWhole: Bool {
    state.withLock { state in
      guard let answer = state.answer, answer.headers["content-encoding"] == nil,
        let length = answer.headers["content-length"].flatMap({ Int($0) })
      else { return true }
      return answer.body.count >= length
    }
  }

  private static let cut = HTTPFailure("broke off in the middle of an answer", isPassing: true)

  private var tooLarge: HTTPFailure {
    HTTPFailure("sends more than \(limit) bytes at once", isPassing: false)
  }
}

extension HTTPFailure {
  /// What the system says, without the address or anything that was sent.
  fileprivate init(_ error: any Error) {
    let number = (error as NSError).code
    switch (error as? URLError)?.code {
    case .timedOut: self.init("does not answer", isPassing: true)
    case .cannotConnectToHost: self.init("takes no connections", isPassing: true)
    case .networkConnectionLost: self.init("broke off in the middle of an answer", isPassing: true)
    case .notConnectedToInternet: self.init("is not reached: there is no network", isPassing: true)
    case .cannotFindHost, .dnsLookupFailed: self.init("is not known", isPassing: false)
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
      self.init("has no certificate that is trusted here", isPassing: false)
    default: self.init("is not reached: error \(number)", isPassing: true)
    }
  }
}

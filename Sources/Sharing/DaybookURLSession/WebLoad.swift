internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One request and its answer, of which no more is kept than is allowed.
final class WebLoad: Sendable {
  private struct State {
    var done: CheckedContinuation<WebAnswer, any Error>?
    var task: URLSessionDataTask?
    var answer: WebAnswer?
    var isCancelled = false
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: the most bytes of the answer's body.
  init(upTo limit: Int) { self.limit = limit }

  /// Asks, and waits for the answer.
  ///
  /// - Throws: `WebFailure`; `CancellationError`.
  func run(_ task: URLSessionDataTask) async throws -> WebAnswer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { done in
        let isCancelled = state.withLock { state in
          state.done = done
          state.task = task
          return state.isCancelled
        }
        if isCancelled { fail(CancellationError()) } else { task.resume() }
      }
    } onCancel: {
      state.withLock { $0.isCancelled = true }
      fail(CancellationError())
    }
  }

  /// The head of the answer has come.
  func begin(_ response: HTTPURLResponse) {
    let headers = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    let answer = WebAnswer(
      status: response.statusCode,
      headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }))
    state.withLock { $0.answer = answer }
    if response.expectedContentLength > Int64(limit) { fail(WebFailure.tooLarge) }
  }

  /// A part of the body has come.
  func add(_ data: Data) {
    let isTooLarge = state.withLock { state in
      guard let count = state.answer?.body.count, state.done != nil else { return false }
      if count + data.count > limit { return true }
      state.answer?.body += data
      return false
    }
    if isTooLarge { fail(WebFailure.tooLarge) }
  }

  /// All of the answer has come.
  ///
  /// - Parameter isHeadEnough: whether the body is of no use, so that it need not be whole.
  func end(isHeadEnough: Bool = false) {
    let (done, answer) = state.withLock { state in
      defer { (state.done, state.task) = (nil, nil) }
      return (state.done, state.answer)
    }
    guard let answer else {
      done?.resume(throwing: WebFailure.none)
      return
    }
    if isHeadEnough || answer.isWhole {
      done?.resume(returning: answer)
    } else {
      done?.resume(throwing: WebFailure.cut)
    }
  }

  /// Nothing more is waited for. A later failure changes nothing.
  func fail(_ failure: any Error) {
    let (done, task) = state.withLock { state in
      defer { (state.done, state.task) = (nil, nil) }
      return (state.done, state.task)
    }
    task?.cancel()
    done?.resume(throwing: failure)
  }
}

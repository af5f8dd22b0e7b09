internal import DaybookSync
internal import Foundation

/// Asks one server again and again until it answers, and gives up in good time.
struct RemoteCalls: Sendable {
  let transport: any FolderTransport
  let retries: FolderRetries
  /// Where the folder is, for people.
  let address: String
  /// Answers that mean: later. Also 5xx.
  let passing: Set<Int>
  /// What the body of a refusal says, for people; empty when it says nothing.
  var reason: @Sendable (_ body: [UInt8]) -> String = { _ in "" }

  /// An answer.
  struct Answer {
    let response: FolderResponse
    /// Whether an earlier try may have been carried out, because nobody knows what came of it.
    let isUncertain: Bool

    var status: Int { response.status }
    var tag: FolderTag? { response.headers["etag"].map { .text($0) } }
  }

  /// The answer to a request, which is made anew, and signed for its time, at each try.
  ///
  /// - Throws: `SyncError.peer` when the server did not answer, or failed, as often as it was
  ///   asked; `FolderAnswerTooLarge`; `CancellationError`.
  func send(_ make: (Date) -> FolderRequest) async throws -> Answer {
    var (failures, waited, isUncertain) = (0, Duration.zero, false)
    while true {
      try Task.checkCancellation()
      let (problem, told): (String, Duration?)
      do {
        let response = try await transport.send(make(retries.now()))
        guard passing.contains(response.status) || response.status >= 500,
          response.status != 501, response.status != 507
        else {
          return Answer(response: response, isUncertain: isUncertain)
        }
        isUncertain = isUncertain || response.status >= 500
        problem = "answers with status \(response.status)"
        told = retries.wait(response.headers["retry-after"])
      } catch let error as CancellationError {
        throw error
      } catch let error as FolderAnswerTooLarge {
        throw error
      } catch {
        isUncertain = true
        (problem, told) = ("cannot be reached: \(error)", nil)
      }
      failures += 1
      guard let pause = retries.pause(after: failures, waited: waited, told: told) else {
        let times = failures == 1 ? "" : ", \(failures) times"
        throw SyncError(.peer, "\(address) \(problem)\(times); exchange again later")
      }
      waited += pause
      try await retries.sleep(pause)
    }
  }

  /// Reads a file of at most so many bytes by the answer to a GET.
  ///
  /// - Parameters:
  ///   - request: the request, whose answer may have so many bytes: what a server says instead of
  ///     a small file may be larger than the file.
  ///   - isMissing: whether the server says that there is no such file.
  func read(
    limit: Int, _ request: (Date, _ limit: Int) -> FolderRequest,
    isMissing: (Answer) -> Bool = { $0.status == 404 || $0.status == 410 }
  ) async throws -> FolderRead {
    let tooLarge = FolderRead.unreadable("is larger than such a file can be")
    do {
      let answer = try await send { request($0, max(limit, FolderRequest.shortAnswer)) }
      if isMissing(answer) { return .missing }
      guard answer.status == 200 else { throw refused(answer) }
      let body = answer.response.body
      return body.count <= limit ? .bytes(body) : tooLarge
    } catch is FolderAnswerTooLarge {
      return tooLarge
    }
  }

  /// What adding a file came to, by the answer to a PUT with `If-None-Match: *`.
  ///
  /// A try of which no answer came may have put the file there: then it is read back, and is this
  /// side's when it has the same bytes.
  func addition(
    _ answer: Answer, of bytes: [UInt8], readBack: () async throws -> FolderRead
  ) async throws -> FolderAddition {
    switch answer.status {
    case 200...299: return .added(answer.tag)
    case 412:
      guard answer.isUncertain, try await readBack().content == bytes else { return .isThere }
      return .added(nil)
    case 501: return .notSupported
    default: throw refused(answer)
    }
  }

  /// Removes files one by one, some at the same time.
  func remove(_ requests: [@Sendable (Date) -> FolderRequest]) async throws -> Int {
    var removed = 0
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for (number, request) in requests.enumerated() {
        if number >= 8, try await group.next() == true { removed += 1 }
        group.addTask {
          let answer = try await send(request)
          switch answer.status {
          case 200...299: return true
          case 404, 410: return answer.isUncertain
          default: throw refused(answer)
          }
        }
      }
      for try await isRemoved in group where isRemoved { removed += 1 }
    }
    return removed
  }

  /// What to say of an answer that is no use.
  func refused(_ answer: Answer) -> SyncError {
    let reason = reason(answer.response.body)
    let words =
      switch answer.status {
      case 401, 403: "does not let this device in: check its key or password, and what it may do"
      case 300...399: "sends to another address; name that one"
      case 404: "is not there; make it first"
      case 413: "takes no files of this size"
      case 507: "is full"
      default: "refuses with status \(answer.status)"
      }
    return SyncError(.peer, "\(address) \(words)\(reason.isEmpty ? "" : " (\(reason))")")
  }
}

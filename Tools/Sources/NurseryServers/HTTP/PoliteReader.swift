internal import Foundation
internal import Interchange

/// Asks one server again and again until it answers, and gives up in good time.
struct PoliteReader: Sendable {
  /// Where a server may send to on the same server.
  private static let redirects = 3

  let transport: any ServerTransport
  let headers: [String: String]
  let policy: RetryPolicy
  let timeout: Double
  let limit: Int
  let now: @Sendable () -> Date
  let sleep: @Sendable (Double) async throws -> Void

  /// What is there.
  ///
  /// - Throws: `InterchangeError`: `serverRefused`, `serverFailed`, `serverUnreachable`,
  ///   `serverMoved`, `tooLarge`; `CancellationError`.
  func get(_ url: URL) async throws -> [UInt8] {
    var (failures, waited) = (0, 0.0)
    while true {
      try Task.checkCancellation()
      let (problem, told) = try await attempt(url)
      guard let problem else { return told.body }
      failures += 1
      let after = RetryPolicy.seconds(told.after, now: now())
      guard let pause = policy.pause(after: failures, waited: waited, told: after) else {
        throw problem.adding(failures == 1 ? "" : ", \(failures) times")
      }
      waited += pause
      try await sleep(pause)
    }
  }

  private struct Told {
    var body: [UInt8] = []
    var after: String?
  }

  /// Asks once. Gives a problem that may pass, or what was told.
  private func attempt(_ url: URL) async throws -> (problem: ServerProblem?, told: Told) {
    do {
      let answer = try await follow(url)
      switch answer.status {
      case 200: return (nil, Told(body: answer.body))
      case 429, 500...599:
        return (
          ServerProblem(.serverFailed, url, "answers with status \(answer.status)"),
          Told(after: answer.headers["retry-after"])
        )
      default: throw ServerProblem.refused(url, answer.status).error
      }
    } catch let failure as HTTPFailure {
      let code: InterchangeError.Code = failure.isPassing ? .serverUnreachable : .serverFailed
      let problem = ServerProblem(code, url, failure.reason)
      if failure.isPassing { return (problem, Told()) }
      throw problem.error
    }
  }

  private func follow(_ url: URL) async throws -> HTTPAnswer {
    var at = url
    for _ in 0...Self.redirects {
      let answer = try await transport.get(
        HTTPRequest(url: at, headers: headers, timeout: timeout, limit: limit))
      guard (300...399).contains(answer.status), let place = answer.headers["location"] else {
        return answer
      }
      guard let next = URL(string: place, relativeTo: at)?.absoluteURL, next.isSameServer(as: at)
      else {
        let other = URL(string: place)?.origin ?? "another address"
        throw InterchangeError(
          .serverMoved,
          "\(url.origin) sends to \(other); the token was not sent there. "
            + "If that is the server, name its address.")
      }
      at = next
    }
    throw InterchangeError(.serverMoved, "\(url.origin) sends from one address to another forever.")
  }
}

/// What is wrong with a server.
struct ServerProblem {
  let code: InterchangeError.Code
  private let origin: String
  private let reason: String

  init(_ code: InterchangeError.Code, _ url: URL, _ reason: String) {
    self.code = code
    origin = url.origin
    self.reason = reason
  }

  static func refused(_ url: URL, _ status: Int) -> ServerProblem {
    let reason =
      switch status {
      // Baby Buddy answers 403 to a token that it does not know, too.
      case 401, 403: "does not know the token, or its user may not read \(url.path)"
      case 404: "has nothing at \(url.path); name the address at which Baby Buddy opens"
      default: "refuses \(url.path) with status \(status)"
      }
    return ServerProblem(.serverRefused, url, reason)
  }

  var error: InterchangeError { adding("") }

  func adding(_ times: String) -> InterchangeError {
    InterchangeError(code, "\(origin) \(reason)\(times).")
  }
}

extension URL {
  /// Scheme, host and port.
  var origin: String {
    let port = port.map { ":\($0)" } ?? ""
    return "\(scheme ?? "")://\(host ?? "")\(port)"
  }

  func isSameServer(as other: URL) -> Bool {
    func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
    return scheme?.lowercased() == other.scheme?.lowercased()
      && host?.lowercased() == other.host?.lowercased() && port(self) == port(other)
  }
}

internal import DaybookHub
internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// What a hub has done since it began.
final class HubCounters: Sendable {
  private let answers = Mutex<[Int: Int]>([:])

  func count(_ status: Int) { answers.withLock { $0[status, default: 0] += 1 } }

  /// As Prometheus reads it.
  func text(_ hub: Hub) -> String {
    let answers = answers.withLock { $0 }.sorted { $0.key < $1.key }
    let (spaces, sessions) = hub.counts
    var lines = ["# TYPE daybook_hub_answers_total counter"]
    lines += answers.map { "daybook_hub_answers_total{status=\"\($0)\"} \($1)" }
    lines += ["# TYPE daybook_hub_open_spaces gauge", "daybook_hub_open_spaces \(spaces)"]
    lines += ["# TYPE daybook_hub_sessions gauge", "daybook_hub_sessions \(sessions)"]
    return lines.joined(separator: "\n") + "\n"
  }
}

/// What the operator of a hub asks, on a port of its own.
struct HealthResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let hub: Hub
  let counters: HubCounters

  func respond(to request: Request, context: Context) async throws -> Response {
    switch request.uri.path {
    case "/healthz":
      if hub.isInPlace { return Self.text("ok\n") }
      var response = Self.text("the hub's folder is gone, or another one is there\n")
      response.status = .serviceUnavailable
      return response
    case "/metrics": return Self.text(counters.text(hub))
    default: return Response(status: .notFound)
    }
  }

  private static func text(_ text: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

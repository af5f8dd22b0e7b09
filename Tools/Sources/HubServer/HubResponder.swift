internal import DaybookHub
internal import DaybookSync
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle

/// Turns requests into calls of a hub, and its answers into responses.
struct HubResponder: HTTPResponder {
  typealias Context = HubContext

  let hub: Hub
  let counters: HubCounters
  let isBehindProxy: Bool
  /// How long a body may take to come.
  let patience: Duration
  let bodies = BodiesUnderWay()

  func respond(to request: Request, context: Context) async throws -> Response {
    let answer = await answer(
      request, from: CallOrigin.text(request, context, isBehindProxy: isBehindProxy))
    counters.count(answer.status)
    var response = Response(
      status: .init(code: answer.status),
      headers: [.contentType: "application/octet-stream", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    if let pause = answer.retryAfter { response.headers[.retryAfter] = "\(pause)" }
    return response
  }

  private func answer(_ request: Request, from origin: String?) async -> HubAnswer {
    let session = request.headers[.authorization].flatMap { value in
      value.hasPrefix("Daybook ") ? String(value.dropFirst(8)) : nil
    }
    guard request.method == .post,
      var call = HubCall(path: request.uri.path, session: session, body: [])
    else { return Self.unknown }
    call.origin = origin
    let length = request.headers[.contentLength].flatMap { Int($0) }
    if let refusal = hub.refusal(of: call, bodyLength: length) { return refusal }
    let longest = hub.longestBody(of: call.name)
    let count = min(max(length ?? longest, 0), longest)
    guard bodies.begin(count) else { return Self.busy }
    defer { bodies.end(count) }
    do {
      call.body = try await body(of: request, upTo: longest)
    } catch is NIOTooManyBytesError {
      return hub.refusal(of: call, bodyLength: .max) ?? Self.unknown
    } catch {
      return HubAnswer(408, SyncError(.peer, "the call took too long to arrive"))
    }
    guard call.name == .changed else { return await hub.answer(call) }
    // A call that waits for news ends when the hub is about to stop.
    return await cancelWhenGracefulShutdown { [hub, call] in await hub.answer(call) }
  }

  private static let unknown = HubAnswer(404, SyncError(.peer, "there is no such call"))
  private static let busy = HubAnswer(
    429, SyncError(.peer, "the hub takes no more calls for a moment"), retryAfter: 1)

  private func body(of request: Request, upTo longest: Int) async throws -> [UInt8] {
    try await withThrowingTaskGroup(of: [UInt8]?.self) { [patience] group in
      group.addTask {
        let buffer = try await request.body.collect(upTo: longest)
        return Array(buffer.readableBytesView)
      }
      group.addTask {
        try await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      guard let body = try await group.next().flatMap(\.self) else { throw CancellationError() }
      return body
    }
  }
}

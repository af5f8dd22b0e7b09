internal import Crypto
internal import DaybookInspector
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import ServiceLifecycle

/// Turns requests into pages, and refuses those that do not come from a page of this run.
///
/// Every address begins with a secret of this run, which no other page of the browser knows. A name
/// that leads to this machine is not enough: `Host` must be one of this machine's own, so that a
/// page elsewhere cannot read by such a name (DNS rebinding).
struct InspectorResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let inspector: Inspector
  let secret: String
  /// The port, as soon as it is known.
  let port: ServedPort

  /// The longest form.
  private static let longestBody = 16_384
  /// The longest address.
  private static let longestAddress = 8_192

  func respond(to request: Request, context: Context) async throws -> Response {
    guard isOwn(request), request.uri.string.utf8.count <= Self.longestAddress else {
      return Self.refusal(.forbidden)
    }
    let parts = request.uri.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, Secret.isSame(String(parts[1]), secret) else {
      return Self.refusal(.notFound)
    }
    let (page, query) = (String(parts[2]), request.uri.query ?? "")
    switch request.method {
    case .get, .head:
      let asked = InspectorRequest(.get, page, query: query)
      do {
        let answer = try await answer(asked, request)
        return Self.response(answer, isHead: request.method == .head)
      } catch is CancellationError { return Self.refusal(.serviceUnavailable) }
    case .post:
      guard request.headers[.origin] != nil else { return Self.refusal(.forbidden) }
      guard let body = try? await request.body.collect(upTo: Self.longestBody) else {
        return Self.refusal(.contentTooLarge)
      }
      let form = String(buffer: body)
      return Self.response(
        await inspector.answer(InspectorRequest(.post, page, query: query, form: form)),
        isHead: false)
    default: return Self.refusal(.methodNotAllowed)
    }
  }

  /// The page. One that waits for news ends when the server is about to stop, and when who asks has
  /// closed the connection, also one half of it: nobody is left who waits in its place.
  ///
  /// - Throws: `CancellationError` when it ended so.
  private func answer(
    _ asked: InspectorRequest, _ request: Request
  ) async throws -> InspectorPage {
    try await cancelWhenGracefulShutdown { [inspector] in
      guard asked.page == "news" else { return await inspector.answer(asked) }
      return try await request.body.consumeWithCancellationOnInboundClose { _ in
        await inspector.answer(asked)
      }
    }
  }

  /// Whether a request is for this machine by its own name, and from no page of another origin.
  private func isOwn(_ request: Request) -> Bool {
    let (names, number) = (["127.0.0.1", "localhost", "[::1]"], port.number)
    // Browsers leave out the port that HTTP has of itself.
    let hosts = names.map { "\($0):\(number)" } + (number == 80 ? names : [])
    // The first `Host` is the authority; who sends another one wants two readers to see two names.
    guard request.headers[Self.host] == nil, let host = request.head.authority,
      hosts.contains(host.lowercased())
    else { return false }
    guard let origin = request.headers[.origin] else { return true }
    return origin.lowercased() == "http://\(host.lowercased())"
  }

  private static func refusal(_ status: HTTPResponse.Status) -> Response {
    Response(
      status: status, headers: headers(type: "text/plain; charset=utf-8", style: nil),
      body: ResponseBody(byteBuffer: ByteBuffer(string: "\(status.code)\n")))
  }

  private static func response(_ page: InspectorPage, isHead: Bool) -> Response {
    var headers = headers(type: page.type, style: page.style)
    if let location = page.location { headers[.location] = location }
    let body =
      isHead ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: page.body))
    return Response(status: .init(code: page.status), headers: headers, body: body)
  }

  /// - Parameter style: the one style sheet that may stand within the page.
  private static func headers(type: String, style: String?) -> HTTPFields {
    let hash = style.map { style in
      " 'sha256-\(Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString())'"
    }
    let policy =
      "default-src 'none'; script-src 'self'; style-src 'self'\(hash ?? ""); img-src 'self'; "
      + "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    var fields = HTTPFields()
    fields[.contentType] = type
    fields[.cacheControl] = "no-store"
    fields[.contentSecurityPolicy] = policy
    fields[.xContentTypeOptions] = "nosniff"
    // With `no-referrer` a browser would hide the origin of this page's own forms.
    fields[Self.referrerPolicy] = "same-origin"
    fields[Self.openerPolicy] = "same-origin"
    fields[Self.resourcePolicy] = "same-origin"
    return fields
  }

  private static let host = name("Host")
  private static let referrerPolicy = name("Referrer-Policy")
  private static let openerPolicy = name("Cross-Origin-Opener-Policy")
  private static let resourcePolicy = name("Cross-Origin-Resource-Policy")

  private static func name(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no header") }
    return name
  }
}

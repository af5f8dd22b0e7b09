import LocalServers
@_spi(Tools) import NurseryInterchange
import Synchronization

/// A Baby Buddy that answers in pages, with faults.
final class FakeBabyBuddy: Sendable {
  static let token = "0123456789abcdef0123456789abcdef01234567"

  /// Rows of each endpoint, as JSON, newest first.
  private let rows: Mutex<[String: [String]]>
  /// Called for each request for a page before it is answered; an answer of its own goes first.
  private let fault: Mutex<@Sendable (FakeBabyBuddy, LocalServer.Request) -> LocalServer.Answer?> =
    .init({ _, _ in
      nil
    })

  init(_ rows: [String: [String]]) { self.rows = Mutex(rows) }

  /// Two children with feeds, tags and a timer.
  convenience init(feeds: Int = 25) {
    let feed = (1...feeds).reversed().map { Self.feed($0) }
    self.init([
      "children": [Self.child(2, "Mia"), Self.child(1, "Kayla")],
      "tags": [##"{"slug":"leak","name":"Leak","color":"#7f007f","last_used":null}"##],
      "feedings": feed,
      "timers": [
        #"{"id":5,"child":1,"name":"nap","start":"2026-11-20T19:12:06Z","active":true,"user":1}"#
      ],
    ])
  }

  static func child(_ id: Int, _ name: String) -> String {
    """
    {"id":\(id),"first_name":"\(name)","last_name":"Best","birth_date":"2026-08-12",\
    "birth_time":null,"slug":"\(name.lowercased())","picture":null}
    """
  }

  static func feed(_ id: Int) -> String {
    let time = "2026-11-\(10 + id / 24)T\(id % 24 < 10 ? "0" : "")\(id % 24):12:06.916016Z"
    return """
      {"id":\(id),"child":\(1 + id % 2),"start":"\(time)","end":"\(time)","duration":"00:00:00",\
      "type":"formula","method":"bottle","amount":90.5,"notes":"","tags":["Leak"]}
      """
  }

  func change(_ body: (inout [String: [String]]) -> Void) { rows.withLock { body(&$0) } }

  func count(_ endpoint: String) -> Int { rows.withLock { $0[endpoint]?.count ?? 0 } }

  func setFault(
    _ body: @escaping @Sendable (FakeBabyBuddy, LocalServer.Request) -> LocalServer.Answer?
  ) {
    fault.withLock { $0 = body }
  }

  func serve() throws -> LocalServer { try LocalServer { self.answer($0) } }

  private func answer(_ request: LocalServer.Request) -> LocalServer.Answer {
    guard request.headers["authorization"] == "Token \(Self.token)" else {
      return .init(#"{"detail":"Invalid token."}"#, status: 401)
    }
    let json = ["Content-Type": "application/json"]
    if request.path == "/api/" {
      let names = BabyBuddyPages.endpoints.map { #""\#($0)":"http://elsewhere/api/\#($0)/""# }
      return fault.withLock(\.self)(self, request)
        ?? .init("{\(names.joined(separator: ","))}", headers: json)
    }
    if let answer = fault.withLock(\.self)(self, request) { return answer }
    let endpoint = String(request.path.dropFirst(5).dropLast())
    guard request.path.hasPrefix("/api/"), request.path.hasSuffix("/"),
      BabyBuddyPages.endpoints.contains(endpoint)
    else { return .init(#"{"detail":"Not found."}"#, status: 404, headers: json) }
    let all = rows.withLock { $0[endpoint] ?? [] }
    let limit = request.query["limit"].flatMap { Int($0) } ?? 100
    let offset = request.query["offset"].flatMap { Int($0) } ?? 0
    return .init(Self.page(all.count, all.dropFirst(offset).prefix(limit)), headers: json)
  }

  static func page(_ count: Int, _ rows: some Sequence<String>) -> String {
    #"{"count":\#(count),"next":null,"previous":null,"results":[\#(rows.joined(separator: ","))]}"#
  }
}

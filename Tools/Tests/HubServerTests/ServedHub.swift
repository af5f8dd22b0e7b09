import Daybook
import DaybookHub
import DaybookSync
import DaybookURLSession
import Foundation
import HubClient
import HubServer
import TemporaryFolders

/// A hub on a free port of this machine, and members who reach it.
struct ServedHub: Sendable {
  /// What carries the calls of members.
  enum Network: CaseIterable, Sendable {
    /// async-http-client, over TLS with the hub's own certificate.
    case asyncHTTPClient
    /// `URLSession`, as to a hub behind a proxy on the same machine: on Linux it compares no
    /// certificate.
    case urlSession

    func transport(to hub: HubText) throws -> any HubTransport {
      switch self {
      case .asyncHTTPClient: try HTTPTransport(to: hub)
      case .urlSession: try URLSessionHubTransport(to: hub)
      }
    }
  }

  let folder: TemporaryFolder
  let text: HubText
  let port: Int
  /// Where it tells its operator how it is.
  let healthPort: Int
  let network: Network

  var address: String { text.addresses[0] }

  func peer(_ member: Replication) throws -> HubPeer {
    HubPeer(text, for: member, over: try network.transport(to: text))
  }

  /// A space with an owner and a writer, of which the hub has nothing yet.
  func members() async throws -> (Replication, Replication) {
    func key(_ name: String) throws -> ReplicaKey {
      try ReplicaKey.load(at: folder.path(name), creating: true)
    }
    let store = try EventStore.open(at: folder.path + "/ada", schema: Schema().entity(Note.self))
    let ada = try Replication(of: store, key: key("ada.key"))
    try await ada.createSpace(named: "Notes", member: "Ada")
    let invitation = try await ada.enrol(
      Replication.request(of: key("ben.key")), as: .writer, member: "Ben")
    let ben = try Replication.join(
      at: folder.path + "/ben", schema: Schema().entity(Note.self), key: key("ben.key"),
      invitation: invitation)
    return (ada, ben)
  }

  /// Runs a hub while `body` runs.
  ///
  /// - Parameter certificate: the files of a certificate, where it is not the hub's own.
  static func run(
    over network: Network = .asyncHTTPClient, patience: HubPatience = HubPatience(),
    certificate: HubCertificate? = nil, _ body: (ServedHub) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = folder.path + "/hub"
    let own = try certificate ?? HubCertificate(in: path)
    let isEncrypted = network == .asyncHTTPClient
    let hub = try Hub(at: path, name: "our Pi", certificate: isEncrypted ? own.bytes : [])
    let server = HubServer(
      hub, at: ListeningPlace("127.0.0.1", 0, by: "--listen"),
      health: ListeningPlace("127.0.0.1", 0, by: "--health"),
      isEncrypted ? .certificate(file: own.certificate, key: own.key) : .proxy,
      patience: patience)
    let (ports, told) = AsyncStream<(isHealth: Bool, port: Int)>.makeStream()
    let running = Task {
      defer { told.finish() }
      try await server.run(
        ready: { told.yield((false, $0)) }, healthReady: { told.yield((true, $0)) })
    }
    var found: [Bool: Int] = [:]
    for await place in ports {
      found[place.isHealth] = place.port
      if found.count == 2 { break }
    }
    let port = found[false] ?? 0
    let text = hub.text(
      at: ["\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)"],
      fingerprint: isEncrypted ? own.fingerprint : nil)
    let house = ServedHub(
      folder: folder, text: text, port: port, healthPort: found[true] ?? 0, network: network)
    let result: Result<Void, any Error>
    do { result = .success(try await body(house)) } catch { result = .failure(error) }
    running.cancel()
    _ = await running.result
    try result.get()
  }
}

struct Note: Entity, CodablePayload {
  static let kind = "note"
  var text: String

  static func fold(_ note: inout Note?, _ event: Noted) { note = Note(text: event.text) }
}

struct Noted: CodableEntityEvent {
  static let type = EventType("noted")
  let text: String
}

#if Sync
import BenchSupport
import Daybook
import DaybookHub
import DaybookSync
import Foundation

/// What a hub costs beneath its network: members of one space who push at the same time, each
/// waiting for its own answer, durable and with all signatures checked.
enum HubRuns {
  private static let members = 64
  /// Bytes of an event's payload.
  private static let size = 200

  /// - Parameter name: `hub-push-N` for N events a push.
  static func run(_ name: String, _ path: String, _ events: Int) async throws -> Timing? {
    guard name.hasPrefix("hub-push-"), let count = Int(name.dropFirst(9)) else { return nil }
    return try await push(path, events, of: count)
  }

  private static func push(_ path: String, _ events: Int, of count: Int) async throws -> Timing {
    let house = try await House(path, members)
    let calls = try await house.calls(each: max(events / members / count, 1), of: count)
    return try await Timing.of(calls.reduce(0) { $0 + $1.count } * count) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for run in calls {
          group.addTask {
            for call in run {
              let answer = await house.hub.answer(call)
              precondition(answer.status == 200)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// A hub and the members of one space, who have exchanged.
  private struct House: Sendable {
    let hub: Hub
    let members: [Replication]
    let sessions: [String]

    init(_ path: String, _ count: Int) async throws {
      let url = URL(fileURLWithPath: path)
      func key(_ name: String) throws -> ReplicaKey {
        try ReplicaKey.load(at: url.appending(path: "\(name).key").path, creating: true)
      }
      func place(_ name: String) -> String { url.appending(path: name).path }
      let founder = try Replication(
        of: EventStore.open(at: place("0"), schema: Schema().entity(Note.self)), key: key("0"))
      try await founder.createSpace(named: "Notes", member: "0")
      var limits = HubLimits()
      limits.callsPerSecond = .max / 4
      let hub = try Hub(at: place("hub"), name: "hub", limits: limits)
      let text = hub.text(at: ["https://hub"])
      var members = [founder]
      for number in 1..<count {
        let key = try key("\(number)")
        let invitation = try await founder.enrol(
          Replication.request(of: key), as: .writer, member: "\(number)")
        members.append(
          try Replication.join(
            at: place("\(number)"), schema: Schema().entity(Note.self), key: key,
            invitation: invitation))
      }
      var sessions: [String] = []
      for member in members {
        let transport = Listening(hub)
        let report = try await member.exchange(with: HubPeer(text, for: member, over: transport))
        precondition(report.failure == nil)
        sessions.append(await transport.session ?? "")
      }
      (self.hub, self.members, self.sessions) = (hub, members, sessions)
    }

    /// The calls with which each member pushes what it has written, one page after the other.
    func calls(each pages: Int, of count: Int) async throws -> [[HubCall]] {
      var runs: [[HubCall]] = []
      for (member, session) in zip(members, sessions) {
        var known = try member.vector()
        let text = String(repeating: "x", count: size)
        var calls: [HubCall] = []
        for _ in 0..<pages {
          for _ in 0..<count {
            try await member.store.append(durability: .relaxed) {
              try $0.append(Noted(text: text), to: UUID())
            }
          }
          let page = try await member.page(
            lackedBy: known, limit: PageLimit(transactions: count, bytes: 4 << 20))
          known = try member.vector()
          calls.append(
            HubCall(.push, space: member.store.space, session: session, body: page.bytes))
        }
        runs.append(calls)
      }
      return runs
    }
  }

  /// Notes the session that a member gets.
  private actor Listening: HubTransport {
    private let hub: Hub
    private(set) var session: String?
    init(_ hub: Hub) { self.hub = hub }

    func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
      session = call.session ?? session
      return await hub.answer(call)
    }
  }
}

private struct Note: Entity, CodablePayload {
  static let kind = "note"
  var text: String

  static func fold(_ note: inout Note?, _ event: Noted) { note = Note(text: event.text) }
}

private struct Noted: CodableEntityEvent {
  static let type = EventType("noted")
  let text: String
}
#endif

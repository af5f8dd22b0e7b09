import Daybook
import DaybookHub
import DaybookSync
import Foundation

/// Members of one space, each with a store of its own.
struct Crowd: Sendable {
  let members: [Replication]
  /// The calls that bring what is said about the space, before anybody has written.
  let beginning: [HubCall]
  private let path: String
  var space: UUID { members[0].store.space }

  /// Bytes of an event's payload.
  static let size = 200
  private static let text = String(repeating: "x", count: size)

  init(at path: String, members count: Int) async throws {
    self.path = path
    func key(_ name: String) throws -> ReplicaKey {
      try ReplicaKey.load(at: "\(path)/\(name).key", creating: true)
    }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let founder = try Replication(
      of: EventStore.open(at: "\(path)/0", schema: Schema().entity(Note.self)), key: key("0"))
    try await founder.createSpace(named: "Notes", member: "0")
    var members = [founder]
    for number in 1..<count {
      let key = try key("\(number)")
      let invitation = try await founder.enrol(
        Replication.request(of: key), as: .writer, member: "\(number)")
      members.append(
        try Replication.join(
          at: "\(path)/\(number)", schema: Schema().entity(Note.self), key: key,
          invitation: invitation))
    }
    self.members = members
    let recorder = try Recorder(at: "\(path)/hub")
    beginning = try await recorder.pushes(of: founder)
    // Nobody is known in a store that has exchanged with nobody.
    for member in members.dropFirst() { _ = try await recorder.pushes(of: member) }
  }

  /// The calls with which each member hands over what it has written, one page after the other.
  func pushes(each pages: Int, of count: Int) async throws -> [[HubCall]] {
    var runs: [[HubCall]] = []
    for (number, member) in members.enumerated() where pages > 0 {
      // A hub for each, so that nobody brings what others have written.
      let recorder = try Recorder(at: "\(path)/hub-\(number)")
      _ = try await recorder.pushes(of: member)
      var calls: [HubCall] = []
      for _ in 0..<pages {
        for _ in 0..<count {
          try await member.store.append(durability: .relaxed) {
            try $0.append(Noted(text: Self.text), to: UUID())
          }
        }
        calls += try await recorder.pushes(of: member)
      }
      runs.append(calls)
    }
    return runs
  }

  /// How long as many appends take that nobody checks or sends: durable, of as many events, by as
  /// many tasks.
  func append(_ count: Int, of events: Int) async throws -> Double {
    let store = try EventStore.open(at: "\(path)/alone", schema: Schema().entity(Note.self))
    let clock = ContinuousClock()
    let begin = clock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in members {
        group.addTask {
          for _ in 0..<count / members.count {
            try await store.append {
              for _ in 0..<events { try $0.append(Noted(text: Self.text), to: UUID()) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let seconds = (clock.now - begin) / .seconds(1)
    try await store.close()
    return seconds
  }
}

/// A hub in this process that notes what is pushed to it.
struct Recorder {
  private let hub: Hub

  init(at path: String) throws {
    var limits = HubLimits()
    limits.callsPerSecond = .max / 4
    (limits.strangersPerSecond, limits.allStrangersPerSecond) = (.max / 4, .max / 4)
    hub = try Hub(at: path, name: "recorder", limits: limits)
  }

  /// Lets a member exchange, and returns the calls with which it pushed.
  func pushes(of member: Replication) async throws -> [HubCall] {
    let listening = Listening(hub)
    let peer = HubPeer(hub.text(at: ["https://recorder"]), for: member, over: listening)
    if let failure = try await member.exchange(with: peer).failure { throw failure }
    return await listening.calls.filter { $0.name == .push }
  }
}

/// Notes the calls that pass.
actor Listening: HubTransport {
  private let far: any HubTransport
  private(set) var calls: [HubCall] = []
  init(_ far: any HubTransport) { self.far = far }

  func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
    calls.append(call)
    return try await far.send(call, patience: patience)
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

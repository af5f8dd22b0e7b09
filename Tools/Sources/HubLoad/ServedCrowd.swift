import DaybookSync
import HubClient

/// The members at a hub over a network, each with a connection and a session of its own.
struct ServedCrowd: Sendable {
  let crowd: Crowd
  let hub: HubText
  let transports: [HTTPTransport]
  let sessions: [String]

  struct Refused: Error {
    let status: Int
  }

  /// Brings the space to the hub, and opens the sessions.
  init(_ crowd: Crowd, _ text: String) async throws {
    self.crowd = crowd
    hub = try HubText(text)
    var (transports, sessions): ([HTTPTransport], [String]) = ([], [])
    for (number, member) in crowd.members.enumerated() {
      let transport = try HTTPTransport(to: hub)
      let session = try await Self.session(of: member, at: hub, over: transport)
      if number == 0 { try await Self.send(crowd.beginning, session, over: transport) }
      transports.append(transport)
      sessions.append(session)
    }
    (self.transports, self.sessions) = (transports, sessions)
  }

  /// Asks for something that costs nothing, with a session. All come from one address, of which a
  /// hub takes so many strangers a second.
  private static func session(
    of member: Replication, at hub: HubText, over transport: HTTPTransport
  ) async throws -> String {
    for _ in 0..<10 {
      let listening = Listening(transport)
      _ = try? await HubPeer(hub, for: member, over: listening).snapshots()
      if let session = await listening.calls.last?.session { return session }
      try await Task.sleep(for: .seconds(1))
    }
    throw Refused(status: 401)
  }

  private static func send(
    _ calls: [HubCall], _ session: String, over transport: HTTPTransport
  ) async throws {
    for var call in calls {
      call.session = session
      var answer = try await transport.send(call, patience: .seconds(60))
      while answer.status == 429 {
        try await Task.sleep(for: .seconds(answer.retryAfter ?? 1))
        answer = try await transport.send(call, patience: .seconds(60))
      }
      guard answer.status == 200 else { throw Refused(status: answer.status) }
    }
  }

  /// Lets all push at the same time. Returns how many seconds that took.
  func push(_ calls: [[HubCall]]) async throws -> Double {
    let clock = ContinuousClock()
    let begin = clock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, run) in calls.enumerated() {
        group.addTask { try await Self.send(run, sessions[number], over: transports[number]) }
      }
      try await group.waitForAll()
    }
    return (clock.now - begin) / .seconds(1)
  }

  /// Lets the last member bring what it lacks: how many transactions, and in how many seconds.
  func catchUp() async throws -> [Double] {
    let clock = ContinuousClock()
    let begin = clock.now
    let member = crowd.members[crowd.members.count - 1]
    let report = try await member.exchange(
      with: HubPeer(hub, for: member, over: transports[crowd.members.count - 1]))
    if let failure = report.failure { throw failure }
    return [Double(report.absorbed), (clock.now - begin) / .seconds(1)]
  }
}

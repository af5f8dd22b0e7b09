import Daybook
import DaybookSync

extension ServedCrowd {
  /// Milliseconds from the moment at which the first member saves until the second one has it, for
  /// each of so many saves, while both follow the hub. The flush of the save is among them.
  func latencies(of saves: Int) async throws -> [Double] {
    let following = crowd.members.prefix(2).enumerated().map { number, member in
      let peer = HubPeer(hub, for: member, over: transports[number])
      return Task { try await member.follow(peer) }
    }
    defer { for task in following { task.cancel() } }
    let (writer, reader) = (crowd.members[0].store, crowd.members[1].store)
    let replica = try crowd.members[0].replica()
    let clock = ContinuousClock()
    var (milliseconds, news): ([Double], _) = (
      [], reader.values { try $0.versionVector() }.makeAsyncIterator()
    )
    // The first waits until both follow.
    for number in 0...saves {
      let begin = clock.now
      try await writer.append { try $0.append(Noted(text: "saved"), to: UUID()) }
      let sequence = try writer.read { try $0.versionVector() }[replica]
      while let vector = try await news.next(), vector[replica] < sequence {}
      if number > 0 { milliseconds.append((clock.now - begin) / .milliseconds(1)) }
      // Until both wait again.
      try await Task.sleep(for: .milliseconds(30))
    }
    return milliseconds.sorted()
  }
}

import ArgumentParser
import Daybook
import DaybookSync
import Foundation

/// What many members do to a hub at the same time, for `Scripts/hub/rates.py`.
///
/// It makes the members and all their pushes first. Then it waits for the text of a hub on standard
/// input, brings the space there, and pushes: one line of JSON tells that it is ready, an empty
/// line lets it begin, and one line tells how long it took. So somebody else can look at the hub
/// before and after. The next text is for the next hub.
@main
struct HubLoad: AsyncParsableCommand {
  @Option(help: "Where the members' stores are made.")
  var at: String

  @Option(help: "How many members there are.")
  var members = 64

  @Option(help: "How many pushes each makes.")
  var pushes = 100

  @Option(help: "How many transactions of one event a push has.")
  var events = 1

  @Flag(help: "Let one member bring all that the others have pushed, in the end.")
  var catchUp = false

  @Option(help: "How many saves are timed from one member to another one, in place of pushes.")
  var saves = 0

  func run() async throws {
    let crowd = try await Crowd(at: at, members: members)
    let calls = try await crowd.pushes(each: pushes, of: events)
    Self.tell(["appended": try await crowd.append(members * pushes, of: events)])
    while let text = readLine() {
      let hub = try await ServedCrowd(crowd, text)
      Self.tell([
        "space": crowd.space.uuidString.lowercased(), "sessions": hub.sessions,
        "founder": "\(try crowd.members[0].replica().uuid)",
      ])
      _ = readLine()
      if saves > 0 {
        Self.tell(["milliseconds": try await hub.latencies(of: saves)])
        continue
      }
      let seconds = try await hub.push(calls)
      var result: [String: Any] = ["seconds": seconds, "pushes": members * pushes]
      if catchUp { result["catchUp"] = try await hub.catchUp() }
      Self.tell(result)
    }
  }

  private static func tell(_ object: [String: Any]) {
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    FileHandle.standardOutput.write((data ?? Data()) + Data("\n".utf8))
  }
}

// snippet: readme
import Daybook
import Nursery
// end
import Testing

/// The example of the README; the reference domain saves it the declaration of its own.
@Suite struct ReadmeSnippets {
  @Test func `the README's example reads back what it wrote`() throws {
    // snippet: readme
    let day = try DayBoundary(zone: "Europe/Amsterdam", hour: 7, minute: 0)
    let store = try EventStore.temporary(schema: .nursery(boundary: day))
    let (noor, feed) = (UUID.timeOrdered(), UUID.timeOrdered())
    try store.append(author: "Ada") { draft in
      try draft.addBaby(noor, BabyProfile(name: "Noor", createdAt: Date()))
      try draft.startFeed(feed, of: noor, at: Date())
    }
    let running = try store.read { try $0.view(LastEntries.self).runningFeeds(of: noor) }
    // end
    #expect(running == [feed])
  }
}

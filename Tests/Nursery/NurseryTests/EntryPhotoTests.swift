import Daybook
import Nursery
import Testing

/// Swift Testing has another one.
private typealias Attachment = Daybook.Attachment

/// The pictures of an entry: those that another app told, and those of the store.
struct EntryPhotoTests {
  private func photo(_ digit: String) throws -> Attachment {
    try #require(Attachment("attachment:3:\(String(repeating: digit, count: 64)).jpg"))
  }

  @Test func `pictures of the store are beside the addresses that another app told`() throws {
    let (first, second) = (try photo("a"), try photo("b"))
    var sleep = SleepSession(start: Date(timeIntervalSinceReferenceDate: 700_000_000))
    let told = Provenance(createdBy: "Ada", photos: ["https://example.org/1"])
    sleep.provenance = told
    sleep.attachments = [first, second, first]
    #expect(
      sleep.provenance?.photos == ["https://example.org/1", "\(first)", "\(second)"])
    #expect(sleep.attachments == [first, second])
    #expect(sleep.provenance?.addresses == ["https://example.org/1"])
    sleep.attachments = []
    #expect(sleep.provenance == told)
  }

  @Test func `an entry without pictures keeps nothing of them`() throws {
    var diaper = DiaperChange(time: Date(timeIntervalSinceReferenceDate: 700_000_000), wet: true)
    let before = diaper
    diaper.attachments = [try photo("a")]
    #expect(diaper != before)
    diaper.attachments = []
    #expect(diaper == before && diaper.provenance == nil)
  }
}

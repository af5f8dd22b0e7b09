import Daybook
import Foundation
import Puppy
import Testing

struct SocialTests {
  private func exposure(_ item: String, _ time: String, _ reaction: String?) -> Exposure {
    var exposure = Exposure()
    (exposure.item, exposure.time, exposure.reaction) = (item, date(time), reaction)
    return exposure
  }

  @Test func `what the puppy met is listed by days of the zone, newest first`() async throws {
    let log = try puppyLog()
    for (item, time, reaction) in [
      ("bike", "2026-03-01T22:59:00Z", "angstig"), ("tram", "2026-03-01T23:00:00Z", "neutraal"),
      ("bike", "2026-03-02T08:00:00Z", "neutraal"), ("horse", "2026-03-02T09:00:00Z", nil),
    ] as [(String, String, String?)] {
      try await log.record(exposure(item, time, reaction))
    }
    let march = date("2026-03-01T00:00:00Z")..<date("2026-04-01T00:00:00Z")
    let days = try log.exposures(in: march, zone: amsterdam)
    #expect(days.map { $0.exposures.map(\.item) } == [["horse", "bike", "tram"], ["bike"]])
    #expect(days.map(\.reactions) == [["neutraal": 2], ["angstig": 1]])
    #expect(days.map(\.day.text) == ["2026-03-02", "2026-03-01"])
    #expect(try log.exposures(in: march, zone: .gmt).map(\.exposures.count) == [2, 2])
  }

  @Test func `how often it met a thing follows every edit`() async throws {
    let log = try puppyLog()
    let made = try await log.record(exposure("bike", "2026-03-02T08:00:00Z", nil))
    try await log.record(exposure("bike", "2026-03-03T08:00:00Z", nil))
    #expect(try log.exposureCount(of: "bike") == 2)
    try await log.change(made) { $0.item = "tram" }
    #expect(try [log.exposureCount(of: "bike"), log.exposureCount(of: "tram")] == [1, 1])
    try await log.delete(made)
    #expect(try log.exposureCount(of: "tram") == 0)
  }
}

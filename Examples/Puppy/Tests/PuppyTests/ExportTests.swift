import Daybook
import Foundation
import Interchange
import Puppy
import Testing

struct ExportTests {
  private static let day = [
    #"{"type":"eten","x":{"b":1, "a":[1,2]},"time":"2026-03-02T07:50:00+01:00","note":"\u00e9\/\\\"[{,:"}"#,
    #"{"id":"\#(id(1).uuidString)","time":"2026-03-02T07:40:00+01:00","type":"plassen","created_at":"2026-03-02T07:41:12+01:00","location":"buiten"}"#,
    #"{ "time" : "2026-03-02T07:40" , "type" : "poepen", "duration_min": 5.0, "weight_kg":5 }"#,
    #"{"time":"2026-03-02T07:40","type":"plassen","poster":null}"#,
    #"{"time":"2026-03-02T07:40","type":"plassen","poster":null}"#,
  ]

  private func imported() async throws -> PuppyLog {
    let log = try puppyLog()
    let tree = try OllieTree(["data/2026-03-02.jsonl": Self.day.joined(separator: "\n")])
    _ = try await tree.run(into: log)
    return log
  }

  @Test func `what was imported comes out byte for byte`() async throws {
    let days = try OllieExport.days(of: try await imported().store, zone: amsterdam)
    #expect(days == ["2026-03-02.jsonl": Self.day.joined(separator: "\n")])
  }

  @Test func `an edited line keeps its order and the keys that nobody knows`() async throws {
    let log = try await imported()
    let rows = try log.day(of: date("2026-03-02T12:00:00Z"), zone: amsterdam).rows
    try await log.change(rows[0].id) { entry in
      entry.note = nil
      entry.kilograms = 5.5
    }
    try await log.change(rows[1].id) { $0.place = .inside }
    try await log.delete(rows[2].id)
    let text = try OllieExport.days(of: log.store, zone: amsterdam)["2026-03-02.jsonl"]
    let golden = [
      #"{"type":"eten","x":{"b":1, "a":[1,2]},"time":"2026-03-02T07:50:00+01:00","weight_kg":5.5}"#,
      Self.day[1].replacing("buiten", with: "binnen"), Self.day[3], Self.day[4],
    ]
    #expect(text == golden.joined(separator: "\n"))
  }

  @Test func `an entry that was made here has whole seconds and the device's offset`()
    async throws
  {
    let log = try puppyLog()
    var entry = DiaryEntry(
      .coverageGap, at: date("2026-03-01T23:30:00Z") + 0.9, end: date("2026-03-29T02:00:00Z"))
    entry.gapType = "sitter"
    entry.note = "a/\"b\"\n"
    entry.latitude = 52
    entry.isPhotoSynced = false
    entry.minutes = 0
    let made = try await log.record(entry)
    let line = """
      {"id":"\(made)","time":"2026-03-02T00:30:00+01:00","type":"coverageGap",\
      "note":"a/\\"b\\"\\u000a","duration_min":0,"latitude":52,"cloud_photo_synced":false,\
      "gap_type":"sitter","end_time":"2026-03-29T04:00:00+02:00"}
      """
    #expect(try OllieExport.days(of: log.store, zone: amsterdam) == ["2026-03-02.jsonl": line])
    // In another zone it is another day's.
    #expect(try OllieExport.days(of: log.store, zone: .gmt).keys.sorted() == ["2026-03-01.jsonl"])
    // What is exported is the same entry when it comes back.
    let tree = try OllieTree(["data/2026-03-02.jsonl": line])
    let other = try puppyLog()
    _ = try await tree.run(into: other)
    var told = entry
    told.time -= 0.9
    #expect(try other.entries() == [told])
    let token = try log.token
    #expect(try await tree.run(into: log).counts.unchanged == 1)
    #expect(try log.entries() == [entry])
    #expect(try log.token > token)
    #expect(try OllieExport.days(of: log.store, zone: amsterdam) == ["2026-03-02.jsonl": line])
  }
}

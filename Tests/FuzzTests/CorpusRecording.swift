import Daybook
import Foundation
import Interchange
import Nursery
import NurseryHousehold
import Testing

@testable import DaybookSnapshot

/// Makes the first files of the corpus, sound ones of each sort, when DAYBOOK_RECORD_CORPUS is set.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_RECORD_CORPUS"] != nil))
struct CorpusRecording {
  private func save(_ target: FuzzTarget, _ name: String, _ bytes: [UInt8]) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Corpus/\(target.rawValue)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: folder.appendingPathComponent(name))
  }

  private func household() async throws -> EventStore {
    let clock = HouseholdClock()
    var options = StoreOptions()
    options.now = { clock.now }
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC")), options: options)
    try await store.append(Household(seed: 7, events: 120), clock: clock)
    return store
  }

  @Test func `messages, alone and one after the other`() async throws {
    let store = try await household()
    let messages = try store.read { reader in
      try reader.transactions().compactMap { try reader.message(of: $0.number) }
    }
    for (index, message) in messages.prefix(40).enumerated() where index % 4 == 0 {
      try save(.message, "sound-\(index)", message)
    }
    for count in [1, 4, 12] {
      let frames = messages.prefix(count).flatMap {
        [UInt8($0.count & 0xFF), UInt8($0.count >> 8)] + $0
      }
      try save(.absorb, "sound-\(count)", frames)
    }
    let payloads = try store.read { reader in try (1...40).map { try reader.event($0).payload } }
    for (index, payload) in payloads.enumerated() where index % 5 == 0 {
      try save(.payload, "sound-\(index)", payload)
    }
  }

  @Test func `rows, keys, manifests, inbox files and tables`() throws {
    for kind in 0..<UInt8(11) {
      try save(.record, "zero-\(kind)", [kind] + [UInt8](repeating: 0, count: 160))
      let fields: [UInt8] = [0, 0, 0, 0, 0x0A, 3, 0x61, 0x62, 0x63, 0x10, 1, 0x1A, 2, 0x61, 0x62]
      try save(.record, "fields-\(kind)", [kind] + fields)
    }
    for shape in [1, 2, 4, 8, 15] as [UInt8] {
      try save(.key, "shape-\(shape)", [shape] + [UInt8](repeating: 0x61, count: 20) + [0, 0])
    }
    var manifest = SnapshotManifest(builder: "widgets@1", token: "")
    manifest.files["a.json"] = SnapshotManifest.Entry(
      generation: 1, digest: SnapshotDigest.text(of: [1]), size: 1, token: "",
      now: Date(timeIntervalSinceReferenceDate: 0), expires: nil, dependsOn: ["kind/id"])
    try save(.manifest, "sound", try manifest.encoded())
    let message = InboxMessage(
      id: UUID(), author: "widget", wallTime: Date(timeIntervalSinceReferenceDate: 0),
      events: [InboxEvent("feed.cancelled", kind: "nursery.feed", entity: UUID())])
    try save(.inbox, "file", message.encoded())
    try save(.inbox, "content", [UInt8](message.encoded().dropFirst(16)))
    let tables = [
      "babyName,timestamp,amountValue,amountUnit,feedType\nNoor,2026-01-01 08:00:00,120,mL,formula",
      "babyName,timestamp,diaperType\nNoor,2026-01-01 08:00:00,pee",
      "child_id,start,end,type,method,amount,notes,tags\n1,2026-01-01 08:00:00,2026-01-01 08:10:00,formula,bottle,120,\"a \"\"b\"\"\",",
      "child_id,time,wet,solid,color,amount,notes,tags\n1,2026-01-01 08:00:00,1,0,,,,",
      "id,first_name,last_name,birth_date,birth_time,slug,picture\n1,Noor,B,2025-12-01,,noor,",
    ]
    for (index, table) in tables.enumerated() {
      try save(.csv, "table-\(index)", [UInt8](table.utf8))
    }
    let exports = [
      "babyName,timestamp,amountValue,amountUnit,feedType\nNoor,2026-01-01T08:00:00.000Z,120.0,mL,"
        + "solid\n,2026-01-01T08:00:00.000Z,,,\nNoor,2026-01-01T08:00:00.000Z,1.5,fl oz,breastFeed",
      "babyName,timestamp,diaperType\nNoor,2026-01-01T09:00:00.000Z,pee\nnoor,"
        + "2026-01-01T09:00:00.000Z,pee\n,2026-01-02T09:00:00.000Z,poo",
    ]
    for (index, table) in exports.enumerated() {
      try save(.imports, "table-\(index)", [UInt8(index)] + [UInt8](table.utf8))
    }
  }

  @Test func `files of other apps`() throws {
    let samples: [[String]] = [
      [
        "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\r\n"
          + "Feed,2026-01-01 08:00,2026-01-01 08:10,0:10,00:06R,Breast,00:04L,\r\n"
          + "Diaper,2026-01-01 09:00,,Yellow,Loose,,\"Both, pee:medium poo:small\",\"a\nb\"",
        "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\n"
          + "Feed,2026-03-29 02:30,,,Formula,Bottle,120ml,\nSleep,2026-01-01 20:00,,,,,,\n"
          + "Growth,2026-01-01 10:00,,4.2kg,52cm,,36cm,",
      ],
      [
        "\"Type\",\"Profile Name\",\"Start Date/time (Epoch)\",\"Note\",\"Time Zone\","
          + "\"[Breastfeed] Left Duration (Seconds)\",\"[Bottle Feed] Volume\","
          + "\"[Bottle Feed] Volume Unit\",\"[Diaper] Type\",\"_profileKey\",\"_activityKey\"\n"
          + "\"Breastfeed\",\"Mia\",\"1791412200000\",\"\",\"Europe/Paris\",\"300\",,,,\"c\",\"a1\"\n"
          + "\"Diaper\",\"Mia\",\"1791412300000\",\"n\",\"\",,,,\"Wet\",\"c\",\"a2\""
      ],
      [
        #"{"babies":[{"id":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","name":"Emma","#
          + #""dateOfBirth":799977600}],"events":[{"id":"1B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","#
          + #""babyId":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","type":"feed","#
          + #""startTime":"2026-05-09T06:13:20.25Z","amount":4,"unit":"oz"}],"settings":{}}"#
      ],
      [
        #"{"count":1,"next":null,"previous":null,"results":[{"id":1,"first_name":"Kayla","#
          + #""last_name":"B","birth_date":"2026-08-12","birth_time":null}]}"#,
        #"{"count":1,"next":null,"results":[{"id":2,"child":1,"#
          + #""start":"2026-11-20T20:12:06.916016+01:00","end":"2026-11-20T20:12:06+01:00","#
          + #""type":"formula","method":"bottle","amount":90.5,"notes":"","tags":["Leak"]}]}"#,
      ],
    ]
    for (program, texts) in samples.enumerated() {
      for (index, text) in texts.enumerated() {
        try save(.neighbour, "\(program)-\(index)", [UInt8(program)] + [UInt8](text.utf8))
      }
    }
  }

  @Test func `logs as files`() async throws {
    let store = try await household()
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("corpus.ndjson")
    try await LogFile.write(store, to: url.path)
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    try FileManager.default.removeItem(at: url)
    for (name, count) in [("head", 1), ("short", 3)] {
      let text = lines.prefix(count).joined(separator: "\n") + "\n"
      let announced = text.replacing(/"through":\d+/, with: "\"through\":\(count - 1)")
      try save(.log, name, [1] + [UInt8](announced.utf8))
      try save(.log, name + "-cut", [0] + [UInt8](text.utf8))
    }
  }
}

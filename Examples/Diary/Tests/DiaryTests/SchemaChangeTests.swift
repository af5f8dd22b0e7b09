import Daybook
import Foundation
import Testing

@testable import Diary

/// An entry as version 1 of the app stored it: a symptom had no place.
private struct OldEntry: Entity, CodablePayload {
  static let kind = Entry.kind
  let day: Day
  let time: Date
  let by: String
  var what: What

  enum What: Codable, Hashable, Sendable { case symptom(String, severity: Int) }

  enum Event: CodableEntityEvent {
    static let type = Entry.Event.type
    case written(OldEntry)
  }

  static func fold(_ entry: inout OldEntry?, _ event: Event) {
    switch event {
    case .written(let written): entry = written
    }
  }
}

struct SchemaChangeTests {
  @Test(arguments: [false, true])
  func `an app with a new property reads what the old one stored`(purges: Bool) async throws {
    let folder = try Folder()
    let path = folder.place("store").path
    let old = try EventStore.open(at: path, schema: Schema(version: 1).entity(OldEntry.self))
    try await old.append(author: "Ada") { draft in
      let entry = OldEntry(
        day: .monday, time: Day.monday.at(8), by: "Ada", what: .symptom("cough", severity: 3))
      try draft.append(.written(entry), to: ID<OldEntry>.timeOrdered())
    }
    if purges { try await old.purge(before: old.read { try $0.token() }) }
    try await old.close()

    let ada = Notebook(store: try EventStore.open(at: path, schema: .diary), person: "Ada")
    #expect(try ada.search("cough").map(\.what) == [.symptom("cough", severity: 3)])
    try await ada.write(
      .symptom("cough", severity: 2, place: "chest"), on: .tuesday, at: Day.tuesday.at(8))
    #expect(try ada.search("chest").count == 1)
    #expect(try ada.meanSeverity(of: "cough", in: Day.monday.week).count == 2)
    try await ada.store.close()
  }
}

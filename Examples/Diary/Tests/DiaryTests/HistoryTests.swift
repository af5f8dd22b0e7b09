import Daybook
import Foundation
import Testing

@testable import Diary

struct HistoryTests {
  @Test func `undo takes back the newest of one author`() async throws {
    let ada = try Notebook.temporary()
    let ben = ada.of("Ben")
    try await ada.write(.note("from Ada"), on: .monday, at: Day.monday.at(8))
    try await ben.write(.note("from Ben"), on: .monday, at: Day.monday.at(9))
    try await ada.undo()
    #expect(try ada.text(in: .gmt) == "2026-03-02 09:00 Ben: from Ben\n")
    try await ada.store.redo(by: "Ada")
    #expect(try ada.search("from").count == 2)
  }

  @Test func `in the morning Ada sees what the carer changed in the night`() async throws {
    let ada = try Notebook.temporary()
    let note = try await ada.write(.note("slept badly"), on: .monday, at: Day.monday.at(22))
    let evening = try ada.store.read { try $0.token() }

    let carer = ada.of("Carer")
    try await carer.append(.corrected(.note("slept well")), to: note)
    try await ada.write(.note("awake"), on: .tuesday, at: Day.tuesday.at(7))

    let changes = try ada.changesByOthers(after: evening)
    #expect(changes.map(\.author) == ["Carer"])
    let change = try #require(changes.first?.typed(Entry.self))
    #expect(change.old?.what == .note("slept badly"))
    #expect(change.new?.what == .note("slept well"))
  }

  @Test func `a purge forgets how, and keeps what is shown`() async throws {
    let ada = try Notebook.temporary()
    let start = try ada.store.read { try $0.token() }
    let note = try await ada.write(.note("tea"), on: .monday, at: Day.monday.at(8))
    try await ada.append(.corrected(.note("coffee")), to: note)
    let text = try ada.text(in: .gmt)

    let result = try await ada.store.purge(before: ada.store.read { try $0.token() })
    #expect(result.transactions == 2)
    #expect(try ada.text(in: .gmt) == text)
    await #expect(throws: StoreError.self) { try await ada.undo() }
    let error = #expect(throws: StoreError.self) { try ada.changesByOthers(after: start) }
    #expect(error?.code == .expiredToken)
  }
}

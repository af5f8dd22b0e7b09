import Daybook
import Foundation
import Testing

/// Readers beyond the closures that got them. `RefusedCodeTests` has what the compiler refuses;
/// here is what gets past it.
struct ReaderScopeTests {
  private static let sentence = "after the closure that got it had ended"

  @Test func `a view that was kept beyond its read ends the process with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ReaderScopeTests.keepView()
    }
    expectSaid(Self.sentence, by: result)
  }

  @Test func `a view whose place the next read has taken ends the process with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ReaderScopeTests.keepViewIntoNextRead()
    }
    expectSaid(Self.sentence, by: result)
  }

  @Test func `a view that was kept beyond its store ends the process with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ReaderScopeTests.keepViewOfClosedStore()
    }
    expectSaid(Self.sentence, by: result)
  }

  @Test func `reads within reads each have their own scope`() throws {
    let store = try Self.store()
    try store.read { outer in
      let view = try outer.view(Shelves.self)
      let inner = try store.read { try $0.view(Shelves.self).rows(Shelves.items).count }
      let outer = try view.rows(Shelves.items).count
      #expect(inner == 1)
      #expect(outer == 1)
    }
  }

  // MARK: Misuse that compiles

  private static func store() throws -> EventStore {
    let store = try EventStore.temporary(schema: pantry)
    try store.buy("rice", 2, shelf: nil)
    return store
  }

  private static func keepView() throws {
    let store = try store()
    var kept: ProjectionReader<Shelves>?
    try store.read { kept = try $0.view(Shelves.self) }
    if let view = kept.take() { _ = try view.rows(Shelves.items) }
  }

  private static func keepViewIntoNextRead() throws {
    let store = try store()
    var kept: ProjectionReader<Shelves>?
    try store.read { kept = try $0.view(Shelves.self) }
    try store.read { _ in
      if let view = kept.take() { _ = try view.rows(Shelves.items) }
    }
  }

  private static func keepViewOfClosedStore() throws {
    var store: EventStore? = try store()
    var kept: ProjectionReader<Shelves>?
    try store?.read { kept = try $0.view(Shelves.self) }
    store = nil
    if let view = kept.take() { _ = try view.rows(Shelves.items) }
  }
}

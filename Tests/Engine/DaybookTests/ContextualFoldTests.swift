import Daybook
import Foundation
import Testing

/// Folds that know the entity and the time.
struct ContextualFoldTests {
  private let store: EventStore
  private let id = UUID()

  init() throws { store = try .temporary(schema: Schema().entity(Letter.self)) }

  @Test func `a contextual fold is told the entity and when the event was written`() throws {
    let time = HybridTime(milliseconds: 1_700_000_000_000)
    try store.append(stamp: time) { [id] in try $0.append(LetterEvent.written, to: id) }
    let letter = try store.read { try $0.entity(Letter.self, id) }
    #expect(letter == Letter(id: id, written: time))
  }

  @Test func `a contextual fold is told the same when its events are folded anew`() throws {
    try store.append { [id] in try $0.append(LetterEvent.written, to: id) }
    let letter = try store.read { try $0.entity(Letter.self, id) }
    try store.append { [id] in try $0.append(LetterEvent.burnt, to: id) }
    try store.append { try $0.retract(transaction: 2) }
    #expect(try store.read { try $0.entity(Letter.self, id) } == letter)
    #expect(try store.read { try $0.versions(of: Letter.self, id).map(\.value) }.first == letter)
  }

  @Test func `a contextual fold without a context ends the process with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var letter: Letter?
      try Letter.fold(&letter, .written)
    }
    expectSaid("folds with a context", by: result)
  }
}

private struct Letter: ContextualEntity, CodablePayload {
  static let kind = "test.letter"
  var id: UUID
  var written: HybridTime

  static func fold(_ state: inout Self?, _ event: LetterEvent, in context: EventContext) {
    switch event {
    case .written: state = Letter(id: context.id, written: context.time)
    case .burnt: state = nil
    }
  }
}

private enum LetterEvent: CodableEntityEvent {
  static let type = EventType("test.letter.event")
  case written, burnt
}

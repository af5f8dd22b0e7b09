import Daybook

/// The counter of a newer version of the program, which has one more sort of event.
struct NewerCounter: Entity {
  static let kind = Counter.kind

  init(from reader: inout PayloadReader) throws {
    while try reader.next() != nil {}
  }

  init() {}

  func encode(into writer: inout PayloadWriter) {}

  static func fold(_ state: inout Self?, _ event: Painted) throws {
    state = NewerCounter()
  }
}

/// What an older version does not know.
struct Painted: EntityEvent {
  static let types = [EventType("counter.painted")]

  var typeIndex: Int { 0 }

  func encode(into writer: inout PayloadWriter) { writer.string(1, "red") }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Painted {
    while try reader.next() != nil {}
    return Painted()
  }
}

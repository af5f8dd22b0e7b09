import Daybook
import Foundation

/// What an event of a note carries; which of it, its type says.
struct Change: Equatable, Sendable {
  var text: String?
  var number: Int64 = 0
  /// Since the second version of the app.
  var colour: Int64?

  init(text: String? = nil, number: Int64 = 0, colour: Int64? = nil) {
    (self.text, self.number, self.colour) = (text, number, colour)
  }

  init(from reader: inout PayloadReader, knowsColours: Bool) throws {
    self.init()
    while let field = try reader.next() {
      switch field {
      case 1: text = try reader.string()
      case 2: number = try reader.int()
      case 3 where knowsColours: colour = try reader.int()
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.string(1, text)
    writer.int(2, number)
    writer.int(3, colour)
  }
}

/// What notes come to, of which the two versions of the app show different parts.
struct NoteState: Equatable, Sendable {
  static let kind = "sim.note"
  static let types = [
    "note.made", "note.titled", "note.counted", "note.added", "note.dropped", "note.restored",
    "note.flagged",
  ]

  var title = ""
  var count: Int64 = 0
  var sum: Int64 = 0
  var colour: Int64 = 0
  var isFlagged = false
  var isDropped = false

  /// Takes in an event, whose type is the one with an index.
  static func apply(_ type: Int, _ change: Change, to state: inout NoteState?) {
    switch type {
    case 0: if state == nil { state = NoteState(title: change.text ?? "") }
    case 1:
      state?.title = change.text ?? ""
      if let colour = change.colour { state?.colour = colour }
    case 2: state?.count = change.number
    case 3: state?.sum &+= change.number
    case 4: state?.isDropped = true
    case 5: state?.isDropped = false
    default: state?.isFlagged = change.number > 0
    }
  }

  init(title: String) { self.title = title }

  init(from reader: inout PayloadReader) throws {
    self.init(title: "")
    while let field = try reader.next() {
      switch field {
      case 1: title = try reader.string()
      case 2: count = try reader.int()
      case 3: sum = try reader.int()
      case 4: colour = try reader.int()
      case 5: isFlagged = try reader.bool()
      case 6: isDropped = try reader.bool()
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.string(1, title)
    writer.int(2, count)
    writer.int(3, sum)
    writer.int(4, colour)
    writer.bool(5, isFlagged)
    writer.bool(6, isDropped)
  }
}

/// A note as the first version of the app knows it.
struct OldNote: Entity {
  static let kind = NoteState.kind
  /// Members edit what was never made, or is purged.
  static let takesEventsBeforeCreation = true
  var state: NoteState
  var isDeleted: Bool { state.isDropped }

  init(_ state: NoteState) { self.state = state }
  init(from reader: inout PayloadReader) throws { state = try NoteState(from: &reader) }
  func encode(into writer: inout PayloadWriter) { state.encode(into: &writer) }

  static func fold(_ note: inout OldNote?, _ event: OldNoteEvent) {
    var state = note?.state
    NoteState.apply(event.typeIndex, event.change, to: &state)
    note = state.map { OldNote($0) }
  }
}

struct OldNoteEvent: EntityEvent {
  static let types = NoteState.types.dropLast().map { EventType($0) }
  let typeIndex: Int
  let change: Change

  func encode(into writer: inout PayloadWriter) { change.encode(into: &writer) }
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> OldNoteEvent {
    OldNoteEvent(typeIndex: typeIndex, change: try Change(from: &reader, knowsColours: false))
  }
}

/// A note as the second version knows it: with flags, a new type, and colours, a new field.
struct Note: Entity {
  static let kind = NoteState.kind
  /// Members edit what was never made, or is purged.
  static let takesEventsBeforeCreation = true
  static let revision = 2
  var state: NoteState
  var isDeleted: Bool { state.isDropped }

  init(_ state: NoteState) { self.state = state }
  init(from reader: inout PayloadReader) throws { state = try NoteState(from: &reader) }
  func encode(into writer: inout PayloadWriter) { state.encode(into: &writer) }

  static func fold(_ note: inout Note?, _ event: NoteEvent) {
    var state = note?.state
    NoteState.apply(event.typeIndex, event.change, to: &state)
    note = state.map { Note($0) }
  }
}

struct NoteEvent: EntityEvent {
  static let types = NoteState.types.map { EventType($0) }
  let typeIndex: Int
  let change: Change

  func encode(into writer: inout PayloadWriter) { change.encode(into: &writer) }
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> NoteEvent {
    NoteEvent(typeIndex: typeIndex, change: try Change(from: &reader, knowsColours: true))
  }
}

/// A kind that only the second version knows: the greatest number that was set.
struct Mark: Entity {
  static let kind = "sim.mark"
  var number: Int64

  init(_ number: Int64) { self.number = number }
  init(from reader: inout PayloadReader) throws {
    self.init(0)
    while let field = try reader.next() { if field == 1 { number = try reader.int() } }
  }
  func encode(into writer: inout PayloadWriter) { writer.int(1, number) }

  static func fold(_ mark: inout Mark?, _ event: MarkEvent) {
    mark = Mark(max(mark?.number ?? 0, event.change.number))
  }
}

struct MarkEvent: EntityEvent {
  static let types: [EventType] = ["mark.set"]
  var typeIndex: Int { 0 }
  let change: Change

  func encode(into writer: inout PayloadWriter) { change.encode(into: &writer) }
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> MarkEvent {
    MarkEvent(change: try Change(from: &reader, knowsColours: false))
  }
}

struct OldTitles: Index {
  static let name = "sim.titles"
  static func key(_ note: Stamped<OldNote>) -> Key2<String, ID<OldNote>>? {
    Key2(note.state.state.title, note.id)
  }
}

struct Titles: Index {
  static let name = "sim.titles"
  static let revision = 2
  static func key(_ note: Stamped<Note>) -> Key2<String, ID<Note>>? {
    Key2(note.state.state.title, note.id)
  }
}

/// Notes by flag and colour, and what they sum to.
struct Sums: Totals {
  static let name = "sim.sums"
  static func group(_ note: Stamped<Note>) -> Key2<Bool, Int64>? {
    Key2(note.state.state.isFlagged, note.state.state.colour)
  }
  static func amount(_ note: Stamped<Note>) -> Int64 {
    note.state.state.sum &+ note.state.state.count
  }
}

extension Schema {
  /// The app in its first version, in its second, and in one that went half of the way back.
  static let simulated = [
    Schema(version: 1).entity(OldNote.self).projection(OldTitles()),
    Schema(version: 2).entity(Note.self).entity(Mark.self).projection(Titles())
      .projection(Sums()),
    Schema(version: 2).entity(Note.self).projection(Titles()),
  ]
}

/// An event to write, by any version.
struct Edit: Sendable {
  let entity: UUID
  /// The place of its type in `NoteState.types`; nil for a mark.
  let type: Int?
  let change: Change

  func append(to draft: inout Draft, version: Int) throws {
    if let type, version == 0 {
      try draft.append(OldNoteEvent(typeIndex: type, change: change), to: entity)
    } else if let type {
      try draft.append(NoteEvent(typeIndex: type, change: change), to: entity)
    } else {
      try draft.append(MarkEvent(change: change), to: entity)
    }
  }
}

import Daybook

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
struct NoteState: FieldPayload, Equatable {
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
  init() {}

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &title)
    try field(2, &count)
    try field(3, &sum)
    try field(4, &colour)
    try field(5, &isFlagged)
    try field(6, &isDropped)
  }
}

/// A version of the app as a type, because revisions are of types.
protocol AppVersion: Sendable { static var number: Int { get } }

enum FirstApp: AppVersion { static let number = 1 }
enum SecondApp: AppVersion { static let number = 2 }

typealias OldNote = VersionedNote<FirstApp>
typealias Note = VersionedNote<SecondApp>

/// A note as a version of the app knows it. The second one has flags, a new type, and colours, a
/// new field.
struct VersionedNote<App: AppVersion>: Entity {
  static var kind: String { NoteState.kind }
  /// Members edit what was never made, or is purged.
  static var takesEventsBeforeCreation: Bool { true }
  static var revision: Int { App.number }
  var state: NoteState
  var isDeleted: Bool { state.isDropped }

  init(_ state: NoteState) { self.state = state }
  init(from reader: inout PayloadReader) throws { state = try NoteState(from: &reader) }
  func encode(into writer: inout PayloadWriter) { state.encode(into: &writer) }

  static func fold(_ note: inout Self?, _ event: NoteEvent<App>) {
    var state = note?.state
    NoteState.apply(event.typeIndex, event.change, to: &state)
    note = state.map { Self($0) }
  }
}

struct NoteEvent<App: AppVersion>: EntityEvent {
  static var types: [EventType] {
    NoteState.types.prefix(App.number == 1 ? 6 : 7).map { EventType($0) }
  }
  let typeIndex: Int
  let change: Change

  func encode(into writer: inout PayloadWriter) { change.encode(into: &writer) }
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    let change = try Change(from: &reader, knowsColours: App.number == 2)
    return Self(typeIndex: typeIndex, change: change)
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

struct Titles<App: AppVersion>: Index {
  static var name: String { "sim.titles" }
  static var revision: Int { App.number }
  static func key(
    _ note: Stamped<VersionedNote<App>>
  ) -> Key2<String, ID<VersionedNote<App>>>? {
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
    Schema(version: 1).entity(OldNote.self).projection(Titles<FirstApp>()),
    Schema(version: 2).entity(Note.self).entity(Mark.self).projection(Titles<SecondApp>())
      .projection(Sums()),
    Schema(version: 2).entity(Note.self).projection(Titles<SecondApp>()),
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
      try draft.append(NoteEvent<FirstApp>(typeIndex: type, change: change), to: entity)
    } else if let type {
      try draft.append(NoteEvent<SecondApp>(typeIndex: type, change: change), to: entity)
    } else {
      try draft.append(MarkEvent(change: change), to: entity)
    }
  }
}

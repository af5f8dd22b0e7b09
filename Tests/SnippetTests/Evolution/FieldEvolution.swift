import Daybook
import Testing

/// The table of "Changing what you store", payloads by field number.
struct FieldEvolution {
  private let app = EvolvingStore()

  @Test func `an optional property: old states lack it, an older app passes over it`() throws {
    try app.write(Note(text: "milk"))
    #expect(try app.fields(ColorNote.self) == ColorNote(text: "milk", color: nil))
    try app.write(ColorNote(text: "milk", color: 7))
    #expect(try app.fields(Note.self) == Note(text: "milk"))
    #expect(try app.fields(ColorNote.self) == ColorNote(text: "milk", color: 7))
  }

  @Test func `a required property: what was written without has the default`() throws {
    try app.write(Note(text: "milk"))
    #expect(try app.fields(RankNote.self) == RankNote(text: "milk", rank: 1))
  }

  @Test func `a renamed property keeps its number`() throws {
    try app.write(Note(text: "milk"))
    #expect(try app.fields(BodyNote.self)?.body == "milk")
  }

  @Test func `another type in a field of its own, and the old field read too`() throws {
    try app.write(RankNote(text: "milk", rank: 3))
    #expect(try app.fields(NamedRankNote.self)?.rank == "rank 3")
    let new = NamedRankNote(text: "milk", rank: "high")
    try app.write(new)
    #expect(try app.fields(NamedRankNote.self) == new)
  }

  @Test func `another type in the same field is refused when the store is opened`() throws {
    try app.write(RankNote(text: "milk", rank: 3))
    let error = #expect(throws: StoreError.self) { try app.fields(RetypedNote.self) }
    #expect(error?.code == .storedFormatChanged)
  }

  @Test func `an event type of another name is reached by an upcaster`() throws {
    try app.write(Note(text: "milk"))
    #expect(try app.fields(NotedNote.self)?.text == "milk")
  }

  @Test func `an added event is kept unread by an older app`() throws {
    try app.write(Note(text: "milk"))
    try app.append(Noted<OtherNote>.self, Written(fields: OtherNote(text: "tea")))
    #expect(try app.fields(Note.self)?.text == "milk")
    #expect(try app.fields(OtherNote.self)?.text == "tea")
  }

  @Test func `an event type that is left out takes its effect with it, and is kept`() throws {
    try app.write(Note(text: "milk"))
    #expect(try app.fields(OtherNote.self) == nil)
    let store = try app.open(Schema().entity(Noted<OtherNote>.self))
    #expect(try store.unknownTypes().map(\.type.name) == ["note.written"])
    try store.close()
    #expect(try app.fields(Note.self)?.text == "milk")
  }

  @Test func `a kind of another name is empty, and the old one is kept`() throws {
    try app.write(Note(text: "milk"))
    #expect(try app.fields(RenamedKind.self) == nil)
    #expect(try app.fields(Note.self)?.text == "milk")
  }
}

// MARK: Versions of a note

private struct Note: Fields {
  var text: String

  init(text: String) { self.text = text }

  init(from reader: inout PayloadReader) throws {
    text = ""
    while let field = try reader.next() { if field == 1 { text = try reader.string() } }
  }

  func encode(into writer: inout PayloadWriter) { writer.string(1, text) }
}

private struct ColorNote: Fields {
  var text: String
  var color: Int64?

  init(text: String, color: Int64?) {
    self.text = text
    self.color = color
  }

  init(from reader: inout PayloadReader) throws {
    text = ""
    while let field = try reader.next() {
      switch field {
      case 1: text = try reader.string()
      case 2: color = try reader.int()
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.string(1, text)
    writer.int(2, color)
  }
}

private struct RankNote: Fields {
  var text: String
  var rank: Int64

  init(text: String, rank: Int64) {
    self.text = text
    self.rank = rank
  }

  init(from reader: inout PayloadReader) throws {
    self.init(text: "", rank: 1)
    while let field = try reader.next() {
      switch field {
      case 1: text = try reader.string()
      case 3: rank = try reader.int()
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.string(1, text)
    writer.int(3, rank)
  }
}

/// The rank as text in field 4; field 3 is only read.
private struct NamedRankNote: Fields {
  var text: String
  var rank: String

  init(text: String, rank: String) {
    self.text = text
    self.rank = rank
  }

  init(from reader: inout PayloadReader) throws {
    self.init(text: "", rank: "rank 1")
    while let field = try reader.next() {
      switch field {
      case 1: text = try reader.string()
      case 3: rank = "rank \(try reader.int())"
      case 4: rank = try reader.string()
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.string(1, text)
    writer.string(4, rank)
  }
}

/// The mistake: field 3 read as text.
private struct RetypedNote: Fields {
  var rank = ""

  init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() { if field == 3 { rank = try reader.string() } }
  }

  func encode(into writer: inout PayloadWriter) { writer.string(3, rank) }
}

private struct BodyNote: Fields {
  var body: String

  init(from reader: inout PayloadReader) throws { body = try Note(from: &reader).text }

  func encode(into writer: inout PayloadWriter) { writer.string(1, body) }
}

private struct NotedNote: Fields {
  static let eventTypes = [EventType("note.noted")]
  static let upcasters = [
    Upcaster(from: EventType("note.written"), to: EventType("note.noted")) { old, new in
      try Note(from: &old).encode(into: &new)
    }
  ]
  var text: String

  init(from reader: inout PayloadReader) throws { text = try Note(from: &reader).text }

  func encode(into writer: inout PayloadWriter) { writer.string(1, text) }
}

private struct OtherNote: Fields {
  static let eventTypes = [EventType("note.other")]
  var text: String

  init(text: String) { self.text = text }

  init(from reader: inout PayloadReader) throws { text = try Note(from: &reader).text }

  func encode(into writer: inout PayloadWriter) { writer.string(1, text) }
}

private struct RenamedKind: Fields {
  static let kind = "memo"
  var text: String

  init(from reader: inout PayloadReader) throws { text = try Note(from: &reader).text }

  func encode(into writer: inout PayloadWriter) { writer.string(1, text) }
}

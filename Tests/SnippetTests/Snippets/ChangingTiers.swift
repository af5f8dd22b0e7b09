import Daybook

// snippet: change-tier
struct Jar: Entity, FieldPayload {
  static let kind = "shelf.jar"
  static let revision = 2  // its state is stored in another way

  var name = ""
  var grams = 0

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &name)  // not 1, which has the JSON of version 1
    try field(3, &grams)
  }

  enum Event: FieldEntityEvent {
    case filled(Jar), emptied

    /// The last one is that of version 1. It is read, and written no more.
    static let types: [EventType] = [".filled", ".emptied", ".event"]

    func cases(_ event: inout some CaseCoding) {
      switch self {
      case .filled(let jar): event(0, jar)
      case .emptied: event(1)
      }
    }

    static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Event {
      switch typeIndex {
      case 0: return .filled(try reader.payload())
      case 1: return .emptied
      default:
        switch try Version1(from: &reader) {
        case .filled(let name, let grams): return .filled(Jar(name: name, grams: grams))
        case .emptied: return .emptied
        }
      }
    }

    /// The cases as version 1 stored them.
    enum Version1: CodablePayload {
      case filled(name: String, grams: Int)
      case emptied
    }
  }

  static func fold(_ jar: inout Jar?, _ event: Event) {
    switch event {
    case .filled(let filled): jar = filled
    case .emptied: jar = nil
    }
  }
}
// end

// snippet: change-tier-purged
extension Jar {
  /// The state as version 1 stored it.
  struct Version1: CodablePayload { var name: String, grams: Int }

  /// A state that a purge left is still one of version 1.
  init(from reader: inout PayloadReader) throws {
    var copy = reader
    if let old = try? Version1(from: &copy) {
      self.init(name: old.name, grams: old.grams)
    } else {
      try self.init(from: &reader, requiring: [2])
    }
  }
}
// end

import Daybook

/// The item with payloads by hand.
struct HandItem: Entity {
  static let kind = "cost.item"
  var list: UUID?
  var text = ""
  var grams: Int64 = 0
  var note: String?
  var isBought = false

  static func fold(_ state: inout Self?, _ event: HandEvent) {
    switch event {
    case .added(let item): state = item
    case .renamed(let text): state?.text = text
    case .weighed(let grams): state?.grams = grams
    case .noted(let note): state?.note = note
    case .bought: state?.isBought = true
    }
  }
}

extension HandItem {
  init(from reader: inout PayloadReader) throws {
    self.init()
    while let field = try reader.next() {
      switch field {
      case 1: list = try reader.uuid()
      case 2: text = try reader.string()
      case 3: grams = try reader.int()
      case 4: note = try reader.string()
      case 5: isBought = try reader.bool()
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.uuid(1, list)
    writer.string(2, text)
    writer.int(3, grams)
    writer.string(4, note)
    writer.bool(5, isBought)
  }
}

enum HandEvent: EntityEvent {
  case added(HandItem), renamed(String), weighed(Int64), noted(String?), bought

  static let types = [
    EventType("cost.added"), EventType("cost.renamed"), EventType("cost.weighed"),
    EventType("cost.noted"), EventType("cost.bought"),
  ]

  var typeIndex: Int {
    switch self {
    case .added: 0
    case .renamed: 1
    case .weighed: 2
    case .noted: 3
    case .bought: 4
    }
  }

  func encode(into writer: inout PayloadWriter) {
    switch self {
    case .added(let item): item.encode(into: &writer)
    case .renamed(let text): writer.string(1, text)
    case .weighed(let grams): writer.int(1, grams)
    case .noted(let note): writer.string(1, note)
    case .bought: break
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> HandEvent {
    switch typeIndex {
    case 0: .added(try HandItem(from: &reader))
    case 1: .renamed(try Self.first(&reader) { try $0.string() })
    case 2: .weighed(try Self.first(&reader) { try $0.int() })
    case 3: .noted(try Self.last(&reader) { try $0.string() })
    default: .bought
    }
  }

  private static func first<T>(
    _ reader: inout PayloadReader, _ read: (inout PayloadReader) throws -> T
  ) throws -> T {
    guard let value = try last(&reader, read) else { throw PayloadError.missing(1) }
    return value
  }

  private static func last<T>(
    _ reader: inout PayloadReader, _ read: (inout PayloadReader) throws -> T
  ) throws -> T? {
    var value: T?
    while let field = try reader.next() {
      if field == 1 { value = try read(&reader) }
    }
    return value
  }
}

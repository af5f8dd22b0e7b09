import Daybook
import DaybookTesting

/// A log of random saves with authors, contexts, undone work and transactions of another replica.
struct RandomHistory {
  let store: EventStore
  let ids: [UUID]
  private var random: SeededGenerator
  private let other: EventStore
  private var sent: UInt64 = 0

  init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    ids = (0..<6).map { _ in generator.uuid() }
    random = generator
    let schema = Schema().entity(PantryItem.self).entity(Note.self).projection(Shelves())
    store = try EventStore.temporary(schema: schema)
    other = try EventStore.temporary(schema: schema)
  }

  /// Appends `count` saves, of which the first half have no undoing and one author alone.
  mutating func write(_ count: Int) throws {
    for number in 0..<count {
      let isQuiet = number < count / 2
      let author = isQuiet ? "Ada" : ["Ada", "Ben", nil].randomElement(using: &random) ?? nil
      let context = Int.random(in: 0..<5, using: &random) == 0 ? "import" : nil
      let target = UInt64.random(in: 0...UInt64(number), using: &random)
      let event = event(isQuiet)
      switch Int.random(in: 0..<(isQuiet ? 6 : 9), using: &random) {
      case 6 where target > 0:
        try store.append(author: author, durability: .bulk) { try $0.retract(transaction: target) }
      case 7: try receive(event)
      default:
        try store.append(author: author, context: context, durability: .bulk, event)
      }
    }
    try store.flush()
  }

  /// Takes in what another store wrote.
  private mutating func receive(_ body: @escaping @Sendable (inout Draft) throws -> Void) throws {
    let undoes = sent > 0 && Bool.random(using: &random)
    let target = sent
    try other.append(author: "Cleo", durability: .relaxed) { draft in
      if undoes { try draft.retract(transaction: target) } else { try body(&draft) }
    }
    sent += 1
    let number = sent
    guard let message = try other.read({ try $0.message(of: number) }) else { return }
    try store.absorb(message, durability: .bulk)
  }

  private mutating func event(_ isQuiet: Bool) -> @Sendable (inout Draft) throws -> Void {
    let id = ids.randomElement(using: &random) ?? UUID()
    switch Int.random(in: 0..<(isQuiet ? 2 : 4), using: &random) {
    case 0: return { try $0.append(PantryEvent.bought(PantryItem(name: "a", amount: 1)), to: id) }
    case 1: return { try $0.append(PantryEvent.moved("top"), to: id) }
    case 2: return { try $0.append(PantryEvent.eaten, to: id) }
    default: return { try $0.append(NoteEvent.written("n"), to: id) }
    }
  }
}

/// A second kind of entity.
struct Note: Entity, CodablePayload {
  static let kind = "pantry.note"
  var text: String

  static func fold(_ state: inout Self?, _ event: NoteEvent) throws {
    if case .written(let text) = event { state = Note(text: text) }
  }
}

enum NoteEvent: CodableEntityEvent {
  static let type = EventType("note.event")
  case written(String)
}

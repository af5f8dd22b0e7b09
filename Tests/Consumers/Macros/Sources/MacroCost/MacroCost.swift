import Daybook
import Foundation

/// Does one work so many times with the item of one variant: `macro-cost VARIANT WORK N`.
///
/// Run it under callgrind with two counts; the difference is what the work costs.
@main enum MacroCost {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[3]) else {
      print("usage: macro-cost VARIANT encode|decode|event-encode|event-decode|append COUNT")
      exit(2)
    }
    let list = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    let (text, note) = ("brown rice", "the organic one, two packs")
    switch arguments[1] {
    case "hand":
      let item = HandItem(list: list, text: text, grams: 1500, note: note, isBought: false)
      try run(
        arguments[2], count, item,
        [.added(item), .renamed(text), .weighed(2500), .noted(note), .bought])
    case "field":
      let item = FieldItem(list: list, text: text, grams: 1500, note: note, isBought: false)
      try run(
        arguments[2], count, item,
        [.added(item), .renamed(text), .weighed(2500), .noted(note), .bought])
    default:
      let item = MacroItem(list: list, text: text, grams: 1500, note: note, isBought: false)
      try run(
        arguments[2], count, item,
        [.added(item), .renamed(text), .weighed(2500), .noted(note), .bought])
    }
  }

  private static func run<E: Entity>(
    _ work: String, _ count: Int, _ item: E, _ events: [E.Event]
  ) throws {
    switch work {
    case "encode": encode(count, item)
    case "decode": try decode(count, item)
    case "event-encode": encode(count, events)
    case "event-decode": try decode(count, events)
    default: try append(count, E.self, events)
    }
  }

  /// Writes the item again and again into one payload.
  private static func encode<E: Entity>(_ count: Int, _ item: E) {
    var writer = PayloadWriter(capacity: count * 128)
    for _ in 0..<count { item.encode(into: &writer) }
    precondition(writer.count > count)
  }

  private static func decode<E: Entity>(_ count: Int, _ item: E) throws {
    let bytes = bytes(of: item)
    for _ in 0..<count {
      var reader = PayloadReader(bytes.span.bytes)
      let copy = try E(from: &reader)
      precondition(copy == item)
    }
  }

  /// Writes the events one after the other, again and again into one payload.
  private static func encode<Event: EntityEvent>(_ count: Int, _ events: [Event]) {
    var writer = PayloadWriter(capacity: count * 128)
    var sum = 0
    for turn in 0..<count {
      let event = events[turn % events.count]
      event.encode(into: &writer)
      sum += event.typeIndex
    }
    precondition(sum > 0)
  }

  private static func decode<Event: EntityEvent>(_ count: Int, _ events: [Event]) throws {
    let payloads = events.map { event in
      var writer = PayloadWriter()
      event.encode(into: &writer)
      return writer.array
    }
    var sum = 0
    for turn in 0..<count {
      let index = turn % events.count
      let payload = payloads[index]
      var reader = PayloadReader(payload.span.bytes)
      sum += try Event.decode(index, from: &reader).typeIndex
    }
    precondition(sum > 0)
  }

  private static func bytes(of value: some PayloadCodable) -> [UInt8] {
    var writer = PayloadWriter()
    value.encode(into: &writer)
    return writer.array
  }

  /// Appends the events to items, 1,000 in a transaction, which folds them.
  private static func append<E: Entity>(
    _ count: Int, _ type: E.Type, _ events: [E.Event]
  ) throws {
    var options = StoreOptions()
    options.readsSamples = false
    // What valgrind can map.
    options.mapSize = 1 << 28
    let store = try EventStore.temporary(schema: Schema().entity(type), options: options)
    let items = (0..<(count / events.count)).map { number in
      UUID(name: "\(number)", in: UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)))
    }
    for start in stride(from: 0, to: items.count, by: 200) {
      let some = items[start..<min(start + 200, items.count)]
      try store.append { draft in
        for item in some {
          for event in events { try draft.append(event, to: item) }
        }
      }
    }
  }
}

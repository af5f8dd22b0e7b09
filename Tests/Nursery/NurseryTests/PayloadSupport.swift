import Daybook
import Testing

let sampleID = UUID(
  uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
let sampleDate = Date(timeIntervalSinceReferenceDate: 784_152_300.125)

func encoded(_ event: some EntityEvent) -> [UInt8] {
  var writer = PayloadWriter()
  event.encode(into: &writer)
  return writer.array
}

func decoded<Event: EntityEvent>(
  _ type: Event.Type, _ index: Int, _ bytes: [UInt8]
) throws -> Event {
  try bytes.withUnsafeBytes {
    var reader = PayloadReader($0.bytes)
    return try Event.decode(index, from: &reader)
  }
}

func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Fields 90 to 92, which no version writes: a number, a text and a nested message.
func unknownFields() -> [UInt8] {
  var writer = PayloadWriter()
  writer.uint(90, 7)
  writer.string(91, "later")
  writer.message(92) { $0.double(1, 0.5) }
  return writer.array
}

/// The state after `events`.
func folded<State: Entity>(_ events: [State.Event]) throws -> State? {
  var state: State?
  for event in events { try State.fold(&state, event) }
  return state
}

/// Checks that fields of a newer version, before and after those of an event, change nothing of
/// what comes of it.
func checkThatUnknownFieldsChangeNothing<State: Entity>(
  of type: State.Type, in event: State.Event, after first: State.Event
) throws {
  let known = encoded(event)
  for events in [[], [first]] {
    let state: State? = try folded(events + [event])
    for bytes in [unknownFields() + known, known + unknownFields()] {
      let other = try decoded(State.Event.self, event.typeIndex, bytes)
      #expect(try folded(events + [other]) == state)
    }
  }
}

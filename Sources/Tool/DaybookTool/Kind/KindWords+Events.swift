import Daybook

extension KindWords {
  /// What an event says; nil when its type is not one that is written today.
  static func shown(_ event: History.Event, _ screen: Screen) -> ShownEvent? {
    guard let decoded = try? event.decoded(as: State.self) else { return nil }
    if let shown = shown(decoded, of: event.entity, screen) { return shown }
    let verb = event.type.name.split(separator: ".").last.map(String.init) ?? event.type.name
    let (named, cleared) =
      named(decoded).map { ($0, []) } ?? (try? numbers(event.payload)) ?? ([], [])
    if named.isEmpty, cleared.isEmpty { return ShownEvent(verb: verb, words: "", json: [:]) }
    var values: State?
    let context = EventContext(id: event.entity, time: .distantPast)
    try? State._fold(&values, decoded, context)
    if let state = values, initial == nil { return whole(state, verb, event.entity, screen) }
    values = blank
    try? State._fold(&values, decoded, context)
    guard let state = values else { return ShownEvent(verb: verb, words: "", json: [:]) }
    return parts(state, verb, named, cleared, screen)
  }

  /// The event that makes a thing.
  private static func whole(
    _ state: State, _ verb: String, _ id: UUID, _ screen: Screen
  ) -> ShownEvent {
    let shown = shown(state, id, screen)
    return ShownEvent(verb: verb, words: shown.line, json: shown.json)
  }

  /// The event that changes some fields.
  private static func parts(
    _ state: State, _ verb: String, _ named: [String], _ cleared: [String], _ screen: Screen
  ) -> ShownEvent {
    var words: [String] = []
    var json: [String: JSON.Value] = [:]
    for field in fields {
      if named.contains(field.property) {
        let (text, told) = (field.text(state, screen), field.json(state))
        // One of several fields of a property, of which there is nothing to say.
        if text == nil, told.isEmpty { continue }
        words.append("\(field.name) \(text ?? "none")")
        json.merge(told) { _, new in new }
      } else if cleared.contains(field.property) {
        words.append("no \(field.name)")
        json[field.name] = .null
      }
    }
    return ShownEvent(verb: verb, words: words.joined(separator: ", "), json: json)
  }

  /// The properties that a payload names, and those that an amendment clears.
  private static func numbers(
    _ payload: [UInt8]
  ) throws -> (named: [String], cleared: [String]) {
    var (named, cleared): ([String], [String]) = ([], [])
    var reader = PayloadReader(payload.span.bytes)
    while let field = try reader.next() {
      if field == 15 {
        if let name = State.propertyNames[Int(clamping: try reader.uint())] {
          cleared.append(name)
        }
      } else {
        if let name = State.propertyNames[field] { named.append(name) }
      }
    }
    return (named, cleared)
  }
}

internal import Daybook

/// What the payload of one type of event holds.
enum EventShape {
  /// Fields, as far as they are known.
  case fields(PayloadShape)
  /// A text of JSON in field 1.
  case json

  /// What events of a type hold, from one of them; known where the app reads it. Nil for one that
  /// the app cannot read, which says nothing of others of its type.
  init?<State: Entity>(of event: History.Event, _ type: State.Type) {
    self = .fields(.unknown)
    guard event.place(in: type) != nil else { return }
    if State.Event.self is any CodableEntityEvent.Type {
      self = .json
      return
    }
    guard let read = try? event.decoded(as: type) else { return nil }
    guard let carried = Mirror(reflecting: read).children.first else { return }
    var (label, value): (String?, Any) = (nil, carried.value)
    let parts = Mirror(reflecting: value)
    if parts.displayStyle == .tuple {
      // Of several values nobody knows the numbers.
      guard parts.children.count == 1, let part = parts.children.first else { return }
      (label, value) = (part.label, part.value)
    }
    switch FieldForm(of: Swift.type(of: value)) {
    case .payload(let shape): self = .fields(shape)
    case .unknown: break
    case let form:
      let name = label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "value"
      self = .fields(PayloadShape([PayloadShape.Field(number: 1, name: name, form: form)]))
    }
  }
}

import Daybook
import Foundation

/// The fields of a note as one version of an app has them.
protocol Fields: PayloadCodable, Equatable {
  static var kind: String { get }
  static var eventTypes: [EventType] { get }
  static var upcasters: [Upcaster] { get }
}

extension Fields {
  static var kind: String { "note" }
  static var eventTypes: [EventType] { [EventType("note.written")] }
  static var upcasters: [Upcaster] { [] }
}

/// An entity whose one event carries all of its fields, so that a test declares the fields alone.
struct Noted<F: Fields>: Entity {
  static var kind: String { F.kind }
  var fields: F

  init(fields: F) { self.fields = fields }

  init(from reader: inout PayloadReader) throws { fields = try F(from: &reader) }

  func encode(into writer: inout PayloadWriter) { fields.encode(into: &writer) }

  static func fold(_ state: inout Self?, _ event: Written<F>) {
    state = Noted(fields: event.fields)
  }
}

struct Written<F: Fields>: EntityEvent {
  static var types: [EventType] { F.eventTypes }
  static var upcasters: [Upcaster] { F.upcasters }

  let fields: F
  var typeIndex: Int { 0 }

  func encode(into writer: inout PayloadWriter) { fields.encode(into: &writer) }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    Written(fields: try F(from: &reader))
  }
}

/// A store that one version of an app after another opens, as debug builds do.
final class EvolvingStore {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("evolution-\(UUID().uuidString)").path
  let id = UUID()

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// - Parameter checks: false as release builds do.
  func open(_ schema: Schema, checks: Bool = true) throws -> EventStore {
    var options = StoreOptions()
    options.readsSamples = checks
    return try EventStore.open(at: path, schema: schema, options: options)
  }

  /// Opens the store with a version, appends, and closes it.
  func append<E: Entity>(_ type: E.Type, _ events: E.Event...) throws {
    let store = try open(Schema().entity(type))
    try store.append { [id] draft in
      for event in events { try draft.append(event, to: id) }
    }
    try store.close()
  }

  /// What a version reads after opening the store.
  func read<E: Entity>(_ type: E.Type, checks: Bool = true) throws -> E? {
    let store = try open(Schema().entity(type), checks: checks)
    let state = try store.read { [id] in try $0.entity(type, id) }
    try store.close()
    return state
  }

  func write<F: Fields>(_ fields: F) throws { try append(Noted<F>.self, Written(fields: fields)) }

  func fields<F: Fields>(_ type: F.Type) throws -> F? { try read(Noted<F>.self)?.fields }
}

import Daybook
import Foundation
import Interchange

/// A value as an entity, which can be changed, deleted and restored.
public struct Kept<Value: KeptValue>: Entity, FieldPayload, Importable, Hashable {
  public static var kind: String { "puppy.\(Value.kindName)" }
  public static var revision: Int { 2 }
  public static var propertyNames: [Int: String] {
    Value.propertyNames.merging([1: "isDeleted"]) { own, _ in own }
  }

  public var isDeleted = false
  public var value = Value()

  /// What can happen to a value that is kept.
  public enum Event: FieldEntityEvent, Equatable {
    case recorded(Value), amended(FieldPatch<Value>), deleted, restored

    public static var types: [EventType] {
      ["recorded", "amended", "deleted", "restored"].map { EventType("\(Value.kindName).\($0)") }
    }

    public func cases(_ event: inout some CaseCoding) {
      switch self {
      case .recorded(let value): event(0, value)
      case .amended(let patch): event(1, patch)
      case .deleted: event(2)
      case .restored: event(3)
      }
    }

    public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Event {
      switch typeIndex {
      case 0: .recorded(try reader.payload())
      case 1: .amended(try reader.payload())
      case 2: .deleted
      default: .restored
      }
    }
  }

  public init() {}

  public init(_ value: Value) { self.value = value }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &isDeleted)
    try value.fields(&field)
  }

  /// Of two creations the first counts, because that of another phone may come late. What is
  /// deleted still takes changes, so that a restored one has them.
  public static func fold(_ state: inout Self?, _ event: Event) throws {
    switch event {
    case .recorded(let value): if case .none = state { state = Kept(value) }
    case .amended(let patch): if state != nil { try patch.apply(to: &state!.value) }
    case .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  public static func recorded(_ state: Self) -> Event { .recorded(state.value) }

  public static func amended(from old: Self, to new: Self) -> Event? {
    let patch = FieldPatch(from: old.value, to: new.value)
    return patch.isEmpty ? nil : .amended(patch)
  }

  public var importedDate: Date? { value.date }
}

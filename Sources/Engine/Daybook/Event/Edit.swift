/// What an amendment says about one optional property: nothing, a new value, or that it is gone.
///
/// Edits carry only what changed, so that two people who edit different properties of one entry at
/// the same time both keep their work.
public enum Edit<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The property stays as it is.
  case keep
  /// The property gets this value.
  case set(Value)
  /// The property has no value any more.
  case clear

  /// The edit that turns `old` into `new`.
  public init(from old: Value?, to new: Value?) {
    switch (old, new) {
    case (_, let new?) where new != old: self = .set(new)
    case (_?, nil): self = .clear
    default: self = .keep
    }
  }

  /// Whether the property stays as it is.
  public var isKeep: Bool { self == .keep }

  /// Changes `property` as the edit says.
  public func apply(to property: inout Value?) {
    switch self {
    case .keep: break
    case .set(let value): property = value
    case .clear: property = nil
    }
  }
}

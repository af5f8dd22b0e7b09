/// A thing with an identity whose state is the fold of its events in canonical order.
///
/// Nothing else decides the state: not the order of arrival, not the device that wrote.
public protocol Entity: PayloadCodable, Equatable {
  /// The events that make it; no other kind of the schema has them.
  associatedtype Event: EntityEvent

  /// The stable name of the kind, such as `nursery.feed`. Reaches the disk.
  static var kind: String { get }

  /// The version of `fold` and of the stored state. Raising it folds the kind anew at open.
  static var revision: Int { get }

  /// Whether the entity counts as gone although its state is kept, so that it can be restored.
  ///
  /// Such a state still takes events, but readers and projections see nothing. False by default.
  var isDeleted: Bool { get }

  /// The entity that this one was merged into; nil by default.
  ///
  /// Readers and projections do not see such an entity, and references to it lead to the other one;
  /// see ``Draft/mergeDuplicates(of:_:)``. Where merges lead in a circle, one of it stays, the one
  /// whose first event is the oldest, unless `isDeleted` is true of it. So let that tell of
  /// deletions alone.
  var mergedInto: ID<Self>? { get }

  /// Whether an append may bring the first event of an entity without making it, because another
  /// event is to make it later, here or elsewhere. False by default: such an append throws
  /// `StoreError.noSuchEntity`. What arrives from elsewhere is taken in either way.
  static var takesEventsBeforeCreation: Bool { get }

  /// The names of the fields of the stored state, for the history. None by default.
  static var propertyNames: [Int: String] { get }

  /// What people call it, for lists of changes; nil for what has no name.
  ///
  /// Its property `name` or `title` unless told, when that is a text.
  var displayName: String? { get }

  /// Takes `event` into `state`, which is nil before creation and after deletion.
  ///
  /// Must be pure: no clock, no randomness, nothing but the arguments. Ignore an event that makes
  /// no sense in the state, such as an edit of what does not exist: events that come before it may
  /// arrive later. An append refuses an entity's first event that leaves `state` nil, unless
  /// `takesEventsBeforeCreation`. When this throws, the event goes into quarantine and the state
  /// stays as it was. When it has to know the entity or the time, conform to ``ContextualEntity``
  /// instead.
  static func fold(_ state: inout Self?, _ event: Event) throws

  /// What the engine calls: the fold that the type writes. Do not write it yourself.
  static func _fold(_ state: inout Self?, _ event: Event, _ context: EventContext) throws
}

extension Entity {
  @inlinable @inline(__always)
  public static func _fold(
    _ state: inout Self?, _ event: Event, _ context: EventContext
  ) throws {
    try fold(&state, event)
  }

  public static var revision: Int { 1 }

  public static var propertyNames: [Int: String] { [:] }

  /// ``propertyNames`` unless told.
  public static var fieldNames: [Int: String] { propertyNames }

  @inlinable public static var takesEventsBeforeCreation: Bool { false }

  public var isDeleted: Bool { false }

  @inlinable public var mergedInto: ID<Self>? { nil }

  /// Nil for a state that counts as deleted.
  @inlinable var unlessDeleted: Self? { isDeleted ? nil : self }

  public var displayName: String? {
    let properties = PropertyWords.properties(self)
    return ["name", "title"].lazy
      .compactMap { wanted in properties.first { $0.name == wanted }?.value as? String }
      .first { !$0.isEmpty }
  }
}

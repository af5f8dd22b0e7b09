internal import Daybook

/// What an imported row said last, and what its entity became by its imports.
///
/// A later import compares what the row says then with both, and with what the entity says: only so
/// it can tell what has changed at the source from what a person has changed here.
public struct RowMemory: Equatable, Sendable {
  /// Stands among the numbers of what a reading has written for the presence of the row.
  public static let presence = 0

  /// The entity as the row told it last, in the form of its payload.
  public var told: [UInt8] = []
  /// How the row came to its entity; nil where the import which knew that was taken back.
  public var origin: RowOrigin?
  /// What was taken over when that is not what was told.
  var other: [UInt8]?

  /// The entity as imports alone have made it, whatever persons did with it.
  ///
  /// A field that a person had changed, or whose entity a person had deleted, is not taken over
  /// when the source changes it: it is in conflict. Once the person's change is taken back, the
  /// entity says what this says, and the next import takes the field over.
  public var takenOver: [UInt8] {
    get { other ?? told }
    set { other = newValue == told ? nil : newValue }
  }

  /// Remembers nothing.
  public init() {}

  init(told: [UInt8], origin: RowOrigin) { (self.told, self.origin) = (told, origin) }

  /// What is remembered after another reading.
  ///
  /// As an entity is what the first event made that wrote it down, and what later ones changed of
  /// it: another import that wrote it down too, because this one was taken back, changes nothing.
  func followed(by reading: RowMemory, _ written: [Int]) throws -> RowMemory {
    guard let origin, reading.origin != .made || origin == .made else { return reading }
    var next = reading
    next.origin = origin
    next.takenOver = takenOver
    if written.isEmpty { return next }
    var fields = try PayloadFields(takenOver)
    let values = try PayloadFields(reading.takenOver)
    for number in written where number != Self.presence { fields.put(number, values[number]) }
    next.takenOver = fields == values ? reading.takenOver : fields.joined
    return next
  }

  /// The same as this version of an entity writes it; as it is where it cannot be read.
  ///
  /// An earlier version, or one whose log was brought here, may have written it in other bytes.
  func asNow(_ type: any Importable.Type) -> RowMemory {
    var memory = self
    memory.told = type.asNow(told)
    memory.takenOver = type.asNow(takenOver)
    return memory
  }
}

/// How a row came to its entity.
public enum RowOrigin: UInt64, Codable, Sendable {
  /// An import of it wrote the entity down.
  case made
  /// The entity was there before. It stays when the source does not have the row any more.
  case found
}

extension Importable {
  /// The payload of an entity as this version writes it; as it is when it cannot be read.
  fileprivate static func asNow(_ payload: [UInt8]) -> [UInt8] {
    (try? Self(payload: payload))?.payload ?? payload
  }
}

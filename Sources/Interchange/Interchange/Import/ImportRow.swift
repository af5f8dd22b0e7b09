public import Daybook

/// One row of a source, read and understood.
public struct ImportRow: Sendable {
  /// How a row is found again in the next import.
  public enum Key: Hashable, Sendable {
    /// The identifier that the source gives it.
    case id(String)
    /// What a person cannot tell apart, such as baby and minute, when the source gives no
    /// identifiers. Rows that share it are told apart by their number, whatever their order.
    case natural(String)
  }

  /// The table of the source that it belongs to. Reaches the disk.
  public var table: String
  /// How it is found again.
  public var key: Key
  /// The entity that it is, when the source tells that too; else one whose identifier is made of
  /// table and key.
  public var entity: UUID?
  /// The whole entity, as the row tells it.
  public var state: any Importable
  /// Where it stands.
  public var position: SourcePosition
  /// The row's text as the file has it.
  public var rawText: String
  /// Numbers of fields about which the source says nothing, whatever stands in `state`.
  public var untold: [Int]
  /// How exactly the fields that are times are told.
  public var times: [TimeReading]
  /// What is odd about it.
  public var warnings: [ImportWarning]
  /// How two of its cells contradict each other about a time, in words that follow “it”, such as
  /// `lasts 60 minutes by its end and 10 by its duration`. An import asks before it takes such a
  /// row; the state has the time that counts then.
  public var timeDoubt: String?
  /// Whether it was put together from cells of other rows, such as a baby from its name; it is then
  /// none of the rows that a report accounts for.
  public var isDerived = false
  /// Whether it only names what other rows tell, such as a tag of which nothing but its name is
  /// known: no entity is made of it, and one that is there gets what it tells.
  public var isMention = false

  /// Whether an earlier row of the source says the same thing of the same key.
  var isRepeat = false

  /// Makes a row.
  public init(
    table: String, key: Key, entity: UUID? = nil, state: any Importable,
    position: SourcePosition, rawText: String, untold: [Int] = [], times: [TimeReading] = [],
    warnings: [ImportWarning] = []
  ) {
    self.table = table
    self.key = key
    self.entity = entity
    self.state = state
    self.position = position
    self.rawText = rawText
    self.untold = untold
    self.times = times
    self.warnings = warnings
  }
}

/// How exactly a source tells a time.
///
/// A later import of a coarser file leaves the finer time as it is.
public struct TimeReading: Hashable, Sendable {
  /// The number of the field.
  public let field: Int
  /// Seconds of the smallest step that the source tells: 60 for minutes, 0 for exact.
  public let step: Double
  /// Other instants that the same text may mean, such as in an hour that a clock shows twice.
  public let others: [Date]

  /// Says how exactly a field is told.
  public init(field: Int, step: Double, others: [Date] = []) {
    self.field = field
    self.step = step
    self.others = others
  }

  /// Whether `told` may be a coarser telling of `known`.
  func allows(_ known: Date, for told: Date) -> Bool {
    ([told] + others).contains { instant in
      let distance = known.timeIntervalSince(instant)
      return distance == 0 || (distance > 0 && distance < step)
    }
  }
}

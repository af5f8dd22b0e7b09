public import Daybook

/// Something that rows of a source belong to, such as a child.
public struct ImportSubject: Sendable {
  /// The table in which the source keeps it.
  public let table: String
  /// Its key there.
  public let key: String
  /// What people call it.
  public let name: String
  /// Entities in the store that it may be; asked about unless `takesNamesake`.
  public let namesakes: @Sendable (borrowing Reader) throws -> [UUID]
  /// Whether the source has nothing but names, so that the only entity of that name is the one.
  public let takesNamesake: Bool
  /// The entity that it is unless it is another one in the store, when the source tells that too;
  /// else one whose identifier is made of table and key. Its row must name the same entity.
  public let entity: UUID?
  /// Whether the store has an entity that the subject may be, for answers of a person.
  let isKnown: @Sendable (borrowing Reader, UUID) throws -> Bool

  /// Names a subject, which becomes an entity of a type.
  public init<State: Importable>(
    _ type: State.Type, table: String, key: String, name: String, takesNamesake: Bool,
    entity: UUID? = nil,
    namesakes: @escaping @Sendable (borrowing Reader) throws -> [UUID]
  ) {
    isKnown = { try $0.entity(State.self, $1) != nil }
    self.table = table
    self.key = key
    self.name = name
    self.takesNamesake = takesNamesake
    self.entity = entity
    self.namesakes = namesakes
  }
}

/// Which entity each subject of a source is.
public struct SubjectMap: Equatable, Sendable {
  struct Place: Hashable, Sendable {
    let table: String
    let key: String
  }

  private var entities: [Place: UUID] = [:]

  package init() {}

  /// The entity of a subject; nil for one that the source did not name.
  public subscript(table: String, key: String) -> UUID? {
    entities[Place(table: table, key: key)]
  }

  mutating func set(_ subject: ImportSubject, _ entity: UUID) {
    entities[Place(table: subject.table, key: subject.key)] = entity
  }
}

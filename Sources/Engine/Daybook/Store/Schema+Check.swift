/// What a schema must not say: whatever contradicts itself would be stored and read as something
/// else.
extension Schema {
  /// The most bytes of a name.
  static let nameLimit = 200
  /// What only names of the engine begin with.
  private static let reserved = "daybook."

  /// Makes sure that the schema does not contradict itself.
  ///
  /// - Throws: `StoreError.invalidSchema`, with the names concerned.
  func check() throws(StoreError) {
    var kinds: [String: String] = [:]
    var eventTypes: [ObjectIdentifier: String] = [:]
    for item in entities {
      try Self.check(name: item.kind, of: "the kind of \(item.type)")
      if let other = kinds.updateValue(item.type, forKey: item.kind) {
        throw Self.invalid(
          other == item.type
            ? "\(other) is in the schema twice; add it once"
            : "\(other) and \(item.type) are both of kind \(item.kind); give one of them another")
      }
      if let other = eventTypes.updateValue(item.type, forKey: item.eventType) {
        throw Self.invalid(
          "\(other) and \(item.type) both have events of type \(item.eventTypeName), by which an append finds the kind; give each a type of its own"
        )
      }
      if let problem = item.problem { throw Self.invalid(problem) }
      try Self.checkEvents(item)
    }
    var projections: [String: String] = [:]
    for projection in self.projections {
      let type = type(of: projection)
      let swiftName = TypeShape.name(of: type, withModule: true)
      try Self.check(name: type.name, of: "projection \(swiftName)", isTable: true)
      if let other = projections.updateValue(swiftName, forKey: type.name) {
        throw Self.invalid(
          other == swiftName
            ? "projection \(type.name) (\(other)) is in the schema twice; add it once"
            : "\(other) and \(swiftName) are both named \(type.name); give one of them another name"
        )
      }
      try Self.checkTables(type)
      try Self.checkStatics(projection, type.name)
    }
  }

  /// Finds what was meant for a static property and counts for nothing.
  private static func checkStatics(_ projection: any Projection, _ name: String) throws(StoreError)
  {
    for property in Mirror(reflecting: projection).children {
      if let label = property.label, ["revision", "tables"].contains(label) {
        throw invalid(
          "\(label) of projection \(name) has to be static; write `static let \(label)`")
      }
    }
  }

  private static func checkEvents(_ item: Item) throws(StoreError) {
    var names: Set<String> = []
    for event in item.events {
      try check(event, of: item)
      guard names.insert(event.name).inserted else {
        throw invalid("\(item.kind) has two events \(event.name); give one of them another name")
      }
    }
    var older: Set<EventType> = []
    for upcaster in item.upcasters {
      try check(upcaster.from, of: item)
      if item.events.contains(upcaster.from) || !older.insert(upcaster.from).inserted {
        throw invalid(
          "\(item.kind) reads events \(upcaster.from) in two ways; keep one event type or upcaster of it"
        )
      }
    }
  }

  private static func check(_ event: EventType, of item: Item) throws(StoreError) {
    try check(name: event.name, of: "an event of kind \(item.kind)")
    guard (1...Int(UInt32.max)).contains(event.version) else {
      throw invalid(
        "event \(event.name) of kind \(item.kind) has version \(event.version); versions start at 1"
      )
    }
  }

  private static func checkTables(_ type: any Projection.Type) throws(StoreError) {
    var names: Set<String> = []
    for (place, table) in type.tables.enumerated() {
      try check(name: table.name, of: "a table of projection \(type.name)", isTable: true)
      guard names.insert(table.name).inserted else {
        throw invalid(
          "projection \(type.name) has two tables \(table.name); give one of them another name")
      }
      if let other = type.tables[..<place].first(where: { $0.index == table.index }) {
        throw invalid(
          "tables \(other.name) and \(table.name) of projection \(type.name) are both at \(table.index)"
        )
      }
      guard table.index == place else {
        throw invalid(
          "table \(table.name) of projection \(type.name) says that it is at \(table.index), and is at \(place) of its tables"
        )
      }
    }
  }

  /// Names reach the disk and messages; those of tables are parts of a longer name in C.
  private static func check(
    name: String, of owner: String, isTable: Bool = false
  ) throws(StoreError) {
    if name.isEmpty { throw invalid("\(owner) has an empty name") }
    let bytes = name.utf8
    guard bytes.count <= nameLimit else {
      throw invalid(
        "the name of \(owner) has \(bytes.count) bytes, at most \(nameLimit) are possible: \(name.prefix(40))…"
      )
    }
    if name.hasPrefix(reserved) {
      throw invalid("the name \(name) of \(owner) begins with \(reserved), which is the engine's")
    }
    if bytes.contains(where: { $0 < 0x20 }) || isTable && bytes.contains(UInt8(ascii: "/")) {
      let forbidden = isTable ? "control characters and / are" : "control characters are"
      throw invalid("\(forbidden) not possible in the name of \(owner): \(name.debugDescription)")
    }
  }

  private static func invalid(_ message: String) -> StoreError {
    StoreError(.invalidSchema, message)
  }
}

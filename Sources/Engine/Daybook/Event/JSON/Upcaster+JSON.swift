extension Upcaster {
  /// Changes the JSON of an event of the Codable tier; see `CodableEntityEvent`.
  ///
  /// ```swift
  /// .json(from: ".event", to: EventType(".event", version: 2)) { event in
  ///   event["bought"]?["amount"] = 1  // a value that events without it get
  ///   event.rename("eaten", to: "consumed")  // a case of the enum
  /// }
  /// ```
  /// Swift encodes a case as an object with one name, that of the case; its labels are the names in
  /// it. What the closure does not touch stays as it is, digit for digit. It runs each time an old
  /// event is read, and costs about as much as decoding it; it must be pure.
  ///
  /// - Parameters:
  ///   - from: the type of the old events.
  ///   - to: the type that they become, or that the next upcaster begins with.
  ///   - change: turns an old payload into a new one. What it throws leaves the event out of the
  ///     fold.
  public static func json(
    from: EventType, to: EventType,
    _ change: @escaping @Sendable (inout JSONValue) throws -> Void
  ) -> Upcaster {
    Upcaster(from: from, to: to) { old, new in
      while let field = try old.next() {
        guard field == 1 else { continue }
        var value = try JSONValue(parsing: old.bytes())
        try change(&value)
        return value.bytes.withUnsafeBytes { new.bytes(1, $0) }
      }
      throw PayloadError.missing(1)
    }
  }
}

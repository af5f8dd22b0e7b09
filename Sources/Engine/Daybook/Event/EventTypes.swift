/// The types of events that one kind of entity can read, by their numbers in `names`.
struct EventTypes: Sendable {
  private struct Upcast: Sendable {
    let index: Int
    let chain: [Upcaster]
  }

  /// Those that are written.
  let types: [EventType]
  private let upcasters: [Upcaster]
  /// The number of each current type.
  private(set) var numbers: [UInt32] = []
  private var older: [UInt32: Upcast] = [:]
  /// The numbers of the types that upcasters begin with.
  private var olderNumbers: [EventType: UInt32] = [:]

  init(types: [EventType], upcasters: [Upcaster]) {
    self.types = types
    self.upcasters = upcasters
  }

  /// Whether there are older types.
  var hasUpcasters: Bool { !upcasters.isEmpty }
  /// Every type that can be read.
  var descriptions: [String] {
    types.map(\.description) + upcasters.map(\.from.description)
  }

  /// Finds the number of every type.
  mutating func resolve(_ number: (EventType) throws -> UInt32) rethrows {
    numbers = try types.map { try number($0) }
    for upcaster in upcasters {
      guard let path = path(from: upcaster.from) else { continue }
      let found = try number(upcaster.from)
      olderNumbers[upcaster.from] = found
      if !numbers.contains(found) { older[found] = older[found] ?? path }
    }
  }

  /// Whether events of the type can be read.
  func contains(_ number: UInt32) -> Bool { numbers.contains(number) || older[number] != nil }

  /// The types that are not written any more and can be read.
  var olderTypes: [EventType] {
    olderNumbers.keys.filter { !types.contains($0) }.sorted { $0.description < $1.description }
  }

  /// The number of a type that can be read; nil for another.
  func number(of type: EventType) -> UInt32? {
    types.firstIndex(of: type).map { numbers[$0] } ?? olderNumbers[type]
  }

  /// The numbers of the types that are read as the current type of this name.
  func numbers(readAs name: String) -> Set<UInt32> {
    let current = types.indices.filter { types[$0].name == name }
    return Set(current.map { numbers[$0] })
      .union(older.filter { current.contains($0.value.index) }.keys)
  }

  /// The place of a current type.
  func index(of number: UInt32) -> Int? { numbers.firstIndex(of: number) }

  /// The payload of an older type as one of a current type; nil for types that nobody knows.
  func upcast(
    _ number: UInt32, _ payload: BorrowedBytes
  ) throws -> (index: Int, payload: [UInt8])? {
    guard let path = older[number] else { return nil }
    var bytes = [UInt8](payload)
    for upcaster in path.chain {
      var writer = PayloadWriter(capacity: bytes.count * 2)
      try bytes.withUnsafeBytes {
        var old = PayloadReader($0.bytes)
        try upcaster.transform(&old, &writer)
      }
      bytes = writer.array
    }
    return (path.index, bytes)
  }

  private func path(from type: EventType) -> Upcast? {
    var type = type
    var chain: [Upcaster] = []
    while chain.count <= upcasters.count {
      if let index = types.firstIndex(of: type) { return Upcast(index: index, chain: chain) }
      guard let step = upcasters.first(where: { $0.from == type }) else { return nil }
      chain.append(step)
      type = step.to
    }
    return nil
  }
}

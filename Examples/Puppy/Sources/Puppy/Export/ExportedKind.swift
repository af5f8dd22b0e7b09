import Daybook
import Foundation
import Interchange

/// The values of a kind while they are written into files: which there are, and which stand in one.
struct ExportedKind<Value: KeptValue> {
  /// In the order in which they were made.
  private let living: [Stamped<Kept<Value>>]
  private let values: [UUID: Value]
  private var placed: Set<UUID> = []

  /// Reads all of them.
  init(_ reader: borrowing Reader) throws {
    living = try reader.entities(of: Kept<Value>.self)
      .sorted { ($0.created, $0.id) < ($1.created, $1.id) }
    values = Dictionary(
      living.map { ($0.id.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Those that stand in no file yet, in the order in which they were made.
  var rest: [(id: UUID, value: Value)] {
    living.filter { !placed.contains($0.id.rawValue) }.map { ($0.id.rawValue, $0.value) }
  }

  /// What becomes of the elements of a file: what was deleted goes, what has changed is written
  /// anew, and everything else stays, also what nobody could read.
  ///
  /// - Parameters:
  ///   - key: how an element is found; nil for one that cannot be read.
  ///   - write: a value as an element, told as it was.
  mutating func place(
    _ elements: [String], in table: String, _ finder: inout ElementFinder,
    _ reader: borrowing Reader, key: (String) -> ImportRow.Key?,
    write: (Value, UUID, String) -> String
  ) throws -> [String?] {
    var now: [String?] = []
    for element in elements {
      guard let key = key(element) else {
        now.append(element)
        continue
      }
      switch try finder.find(key, in: table, reader) {
      case .nothing: now.append(element)
      case .repeated(let id): now.append(values[id] == nil ? nil : element)
      case .entity(let id):
        placed.insert(id)
        now.append(values[id].map { write($0, id, element) })
      }
    }
    return now
  }
}

import Daybook
import Foundation
import Interchange

/// Finds what the elements of files became when they were imported.
///
/// It goes through the files in the order in which they are read, because of elements with one key
/// the first counts.
struct ElementFinder {
  /// What an element is.
  enum Found {
    /// Nothing was imported for it, because it could not be read.
    case nothing
    case entity(UUID)
    /// An earlier element has its key, and became this entity.
    case repeated(UUID)
  }

  private var occurrences: [String: Int] = [:]
  private var claimed: Set<UUID> = []

  /// O(log n).
  mutating func find(
    _ key: ImportRow.Key, in table: String, _ reader: borrowing Reader
  ) throws -> Found {
    let name: String
    switch key {
    case .id(let id): name = id
    case .natural(let text):
      occurrences[text, default: 0] += 1
      name = SourceIdentity.contentID(text, occurrence: occurrences[text, default: 0])
    }
    let row = SourceIdentity.uuid(
      provider: OllieFolder.provider, instance: "", table: table, id: name)
    guard let known = try reader.entity(ImportedRow.self, row) else { return .nothing }
    let entity = known.entity ?? row
    return claimed.insert(row).inserted ? .entity(entity) : .repeated(entity)
  }
}

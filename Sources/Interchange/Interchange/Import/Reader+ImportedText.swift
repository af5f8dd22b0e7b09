public import Daybook

extension Reader {
  /// The text of a row as the file had it when it was imported last; nil when there is no such row,
  /// and when the event that has it was purged or never came here.
  ///
  /// - Parameter id: the identifier of the `ImportedRow`.
  /// - Throws: `StoreError.notInSchema`.
  public func importedText(of id: UUID) throws -> String? {
    guard let row = try entity(ImportedRow.self, id) else { return nil }
    // An event that was taken back may be newer.
    for case .read(let read, let text?, _) in try events(of: ImportedRow.self, id).reversed()
    where read.memory.told == row.memory.told { return text }
    return nil
  }
}

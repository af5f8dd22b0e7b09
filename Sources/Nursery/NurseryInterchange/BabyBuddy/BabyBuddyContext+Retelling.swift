internal import Interchange
internal import Nursery

extension BabyBuddyContext {
  /// An entity as the exporter writes it and the tables tell it then; nil for one that they do not
  /// have.
  func retold(_ own: any Importable, like row: ImportRow) -> (any Importable)? {
    var writer = BabyBuddyWriter(ids: BabyBuddyIDs(), clock: clock)
    switch own {
    case var profile as BabyProfile:
      let (given, family) = writer.names(profile.name)
      profile.name = BabyBuddyPeople.Names(given: given.trimmed, family: family.trimmed).whole
      return profile
    case let tag as Record<TagDefinition>:
      // A tag without a number gets the next one.
      guard tag.value.number == nil, let told = row.state as? Record<TagDefinition> else {
        return tag
      }
      var value = tag.value
      value.number = told.value.number
      return Record(value)
    case let entry as any NurseryImport:
      guard let table = BabyBuddyTable.entries.first(where: { $0.name == row.table }),
        let cells = writer.cells(of: entry, in: table.name)
      else { return nil }
      var row = BabyBuddyRow(
        context: self, table: table,
        cells: .written(cells, baby: entry.baby, tags: entry.tags))
      return try? table.make(&row)
    default: return nil
    }
  }
}

internal import Interchange
internal import Nursery

/// What a row of Nara's says of the volumes that were pumped.
struct NaraPump {
  let details: PumpingDetails
  /// Whether the sides do not add up to the whole, or cannot be added to see that.
  let partsDiffer: Bool

  init(_ cells: NaraCells) throws(RowRefusal) {
    // Files of today have the total; the other name is that of older readers.
    let total = try cells.volume("[Pump] Total Volume")
    let older = try cells.volume("[Pump] Volume")
    if let total, let older, !total.mayBe(older) { cells.row.noteChange(of: "[Pump] Volume") }
    let amount = total ?? older
    let left = try cells.volume("[Pump] Left Volume")
    let right = try cells.volume("[Pump] Right Volume")
    // Sides of nothing beside a total are sides that nobody told.
    let parts = [left, right].compactMap(\.self).filter { $0.value != 0 }
    let sum = parts.dropFirst().reduce(parts.first) { $0?.adding($1) }
    partsDiffer = amount.map { !parts.isEmpty && sum?.mayBe($0) != true } ?? false
    details = PumpingDetails(amount: amount, left: left, right: right)
  }
}

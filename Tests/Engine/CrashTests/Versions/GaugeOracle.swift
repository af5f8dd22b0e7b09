import Daybook
import crashwriter

/// The gauges as the log has them, without entities and projections.
struct GaugeOracle {
  private let store: EventStore
  private var sums: [UInt8: Int64] = [:]
  private var next: UInt64 = 1

  init(_ path: String) throws { store = try EventStore.open(at: path, schema: Schema()) }

  /// What a version's rows have to be now, in the words of `Gauging`.
  mutating func rows(_ version: GaugeVersion) throws -> String {
    (sums, next) = try store.read { [sums, next] reader in
      var (sums, next) = (sums, next)
      while let transaction = try reader.transaction(next) {
        for position in transaction.positions {
          let event = try reader.event(position)
          let amount = try event.payload.withUnsafeBytes { bytes in
            var payload = PayloadReader(bytes.bytes)
            return try Raised<PlainApp>.decode(0, from: &payload).amount
          }
          sums[event.entity.uuid.0, default: 0] += amount
        }
        next += 1
      }
      return (sums, next)
    }
    let values = sums.mapValues { $0 * version.factor }
    var parts = values.sorted { $0.key < $1.key }.map { "\($0.key)=\(version.row($0.value).sum)" }
    if version.hasTotals, !values.isEmpty { parts.append("total=\(values.values.reduce(0, +))") }
    return parts.joined(separator: ",")
  }
}

package import Daybook

/// What versions of one app do in other ways.
package enum GaugeVersion: UInt64, CaseIterable, Sendable {
  case plain
  /// Other parameters.
  case zoned
  /// A higher revision of the projection.
  case revised
  /// One more table.
  case widened
  /// A higher revision of the kind.
  case refolded
  /// No projection.
  case blind

  package var factor: Int64 { self == .refolded ? 2 : 1 }
  package var kindRevision: Int { self == .refolded ? 2 : 1 }
  package var viewRevision: Int { self == .revised ? 2 : 1 }
  package var parameters: String { self == .zoned ? "zone" : "" }
  package var hasTotals: Bool { self == .widened }

  /// The row of a gauge; no two versions have the same.
  package func row(_ value: Int64) -> GaugeRow {
    GaugeRow(sum: value * 10 + Int64(rawValue))
  }
}

/// A version as a type, because names and revisions are of types.
package protocol AppVersion: Sendable {
  static var version: GaugeVersion { get }
}

package enum PlainApp: AppVersion { package static let version = GaugeVersion.plain }
package enum ZonedApp: AppVersion { package static let version = GaugeVersion.zoned }
package enum RevisedApp: AppVersion { package static let version = GaugeVersion.revised }
package enum WidenedApp: AppVersion { package static let version = GaugeVersion.widened }
package enum RefoldedApp: AppVersion { package static let version = GaugeVersion.refolded }
package enum BlindApp: AppVersion { package static let version = GaugeVersion.blind }

/// A sum of what was added to it.
package struct Gauge<App: AppVersion>: Entity {
  package static var kind: String { "crash.gauge" }
  package static var takesEventsBeforeCreation: Bool { true }
  package static var revision: Int { App.version.kindRevision }

  package var value: Int64 = 0

  package init() {}

  package init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      if field == 1 { value = try reader.int() }
    }
  }

  package func encode(into writer: inout PayloadWriter) { writer.int(1, value) }

  package static func fold(_ state: inout Self?, _ event: Raised<App>) {
    var gauge = state ?? Gauge()
    gauge.value += event.amount * App.version.factor
    state = gauge
  }
}

/// Something was added to a gauge.
package struct Raised<App: AppVersion>: EntityEvent {
  package static var types: [EventType] { [EventType("gauge.raised")] }
  package var typeIndex: Int { 0 }
  package var amount: Int64

  package init(amount: Int64) { self.amount = amount }

  package func encode(into writer: inout PayloadWriter) { writer.int(1, amount) }

  package static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    guard try reader.next() == 1 else { throw PayloadError.missing(1) }
    return Raised(amount: try reader.int())
  }
}

/// A row for each gauge, and in one version the sum of all.
package struct GaugeView<App: AppVersion>: Projection {
  package static var name: String { "crash.gauges" }
  package static var revision: Int { App.version.viewRevision }
  package static var values: ViewTable<UUID, GaugeRow> { ViewTable("values", at: 0) }
  package static var totals: ViewTable<UInt64, GaugeRow> { ViewTable("totals", at: 1) }
  package static var tables: [any AnyViewTable] {
    App.version.hasTotals ? [values, totals] : [values]
  }

  package var parameters: String { App.version.parameters }

  package init() {}

  package func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Gauge<App>.self) { change, rows in
      let id = change.id.rawValue
      try rows.replace(Self.values, change) { (id, App.version.row($0.state.value)) }
      guard App.version.hasTotals else { return }
      let difference = (change.new?.state.value ?? 0) - (change.old?.state.value ?? 0)
      try rows.update(Self.totals, 0) { $0 = GaugeRow(sum: ($0?.sum ?? 0) + difference) }
    }
  }
}

package struct GaugeRow: PayloadCodable, Equatable {
  package var sum: Int64 = 0

  package init(sum: Int64) { self.sum = sum }

  package init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      if field == 1 { sum = try reader.int() }
    }
  }

  package func encode(into writer: inout PayloadWriter) { writer.int(1, sum) }
}

extension AppVersion {
  /// The schema of this version.
  package static var schema: Schema {
    let schema = Schema().entity(Gauge<Self>.self)
    return version == .blind ? schema : schema.projection(GaugeView<Self>())
  }
}

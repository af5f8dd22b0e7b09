internal import Daybook

/// The zone of a baby, as its profile tells it.
struct BabyZone: PayloadCodable {
  let zone: String

  init(_ zone: String) { self.zone = zone }

  init(from reader: inout PayloadReader) throws {
    var zone: String?
    while let field = try reader.next() { if field == 1 { zone = try reader.string() } }
    guard let zone else { throw PayloadError.missing(1) }
    self.zone = zone
  }

  func encode(into writer: inout PayloadWriter) { writer.string(1, zone) }
}

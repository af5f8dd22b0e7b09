import Daybook
import Foundation

/// A thing on a list, for comparing prefab projections with the same ones by hand.
struct Ware: Entity {
  static let kind = "bench.ware"
  var list: UUID
  var due: Date
  var grams: Int64

  init(list: UUID, due: Date, grams: Int64) {
    (self.list, self.due, self.grams) = (list, due, grams)
  }

  init(from reader: inout PayloadReader) throws {
    var (list, due, grams): (UUID?, Date?, Int64) = (nil, nil, 0)
    while let field = try reader.next() {
      switch field {
      case 1: list = try reader.uuid()
      case 2: due = try reader.date()
      case 3: grams = try reader.int()
      default: break
      }
    }
    guard let list, let due else { throw PayloadError.missing(1) }
    self.init(list: list, due: due, grams: grams)
  }

  func encode(into writer: inout PayloadWriter) {
    writer.uuid(1, list)
    writer.date(2, due)
    writer.int(3, grams)
  }

  static func fold(_ state: inout Ware?, _ event: WareEvent) {
    switch event {
    case .made(let ware): state = ware
    case .weighed(let grams): state?.grams = grams
    case .put(let due): state?.due = due
    }
  }
}

enum WareEvent: EntityEvent {
  case made(Ware)
  case weighed(Int64)
  case put(Date)

  static let types = [
    EventType("ware.made"), EventType("ware.weighed"), EventType("ware.put"),
  ]

  var typeIndex: Int {
    switch self {
    case .made: 0
    case .weighed: 1
    case .put: 2
    }
  }

  func encode(into writer: inout PayloadWriter) {
    switch self {
    case .made(let ware): ware.encode(into: &writer)
    case .weighed(let grams): writer.int(1, grams)
    case .put(let due): writer.date(1, due)
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> WareEvent {
    if typeIndex == 0 { return .made(try Ware(from: &reader)) }
    guard try reader.next() != nil else { throw PayloadError.missing(1) }
    return typeIndex == 1 ? .weighed(try reader.int()) : .put(try reader.date())
  }
}

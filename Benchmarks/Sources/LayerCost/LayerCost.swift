import CFloor
import Foundation
import LMDB

/// Runs one loop `count` times, so that an instruction counter sees that loop and little else.
///
/// `layer-cost c-append 100000`; loops: append, scan, get; languages: c, swift.
@main enum LayerCost {
  static let rows: UInt64 = 10_000
  static let batch: UInt64 = 1000
  static let record = [UInt8](repeating: 0x5A, count: 145)

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = UInt64(arguments[2]) else {
      print("usage: layer-cost {c,swift}-{append,scan,get} COUNT")
      exit(2)
    }
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("layer-cost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    let parts = arguments[1].split(separator: "-")
    // The sum keeps the loops from being optimised away.
    let clock = ContinuousClock()
    var sum: UInt64 = 0
    let time =
      switch parts.first {
      case "c": try clock.measure { sum = try inC(parts.last, count, directory.path) }
      default: try clock.measure { sum = try inSwift(parts.last, count, directory.path) }
      }
    print("\(arguments[1]) \(count) sum \(sum) in \(time)")
  }

  static func inC(_ loop: Substring?, _ count: UInt64, _ path: String) throws -> UInt64 {
    let store = floor_open(path, "rows")
    defer { floor_close(store) }
    switch loop {
    case "append":
      record.withUnsafeBytes { floor_append(store, 1, count, batch, $0.baseAddress, $0.count) }
      return 0
    case "scan":
      record.withUnsafeBytes { floor_append(store, 1, rows, batch, $0.baseAddress, $0.count) }
      return floor_scan(store, count)
    default:
      record.withUnsafeBytes { floor_append(store, 1, rows, batch, $0.baseAddress, $0.count) }
      return floor_get(store, count, rows)
    }
  }

  static func inSwift(_ loop: Substring?, _ count: UInt64, _ path: String) throws -> UInt64 {
    let store = try SwiftFloor.open(path: path)
    switch loop {
    case "append":
      try store.append(first: 1, count: count, batch: batch, record: record)
      return 0
    case "scan":
      try store.append(first: 1, count: rows, batch: batch, record: record)
      return try store.scan(count: count)
    default:
      try store.append(first: 1, count: rows, batch: batch, record: record)
      return try store.get(count: count, rows: rows)
    }
  }
}

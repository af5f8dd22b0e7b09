import Foundation
import Testing

/// What Baby Buddy said to requests, recorded from its own server.
///
/// Times without an offset are as it read them. See `Recorded/LICENSE.babybuddy`.
struct VerdictFile: Decodable {
  let now: String
  let zone: String
  let scenarios: [VerdictScenario]

  static let shared: VerdictFile = {
    do {
      let url = Bundle.module.bundleURL.appendingPathComponent("Recorded/verdicts.json")
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(VerdictFile.self, from: Data(contentsOf: url))
    } catch { return VerdictFile(now: "\(error)", zone: "", scenarios: []) }
  }()
}

struct VerdictScenario: Decodable, Sendable, CustomTestStringConvertible {
  let scenario: String
  let steps: [VerdictStep]

  var testDescription: String { scenario }
}

struct VerdictStep: Decodable, Sendable {
  let method: String
  let path: String
  let status: Int
  let body: VerdictBody?
  /// How many rows a list had.
  let count: Int?
  /// Whether the sleep is a nap.
  let nap: Bool?
  /// What an entry got from a timer.
  let made: VerdictBody?

  /// The table, such as `feedings`.
  var table: String { String(path.prefix { $0 != "/" }) }
  /// The number or name of the row; nil for the whole table.
  var row: String? { path.contains("/") ? String(path.drop { $0 != "/" }.dropFirst()) : nil }

  /// What Baby Buddy did.
  var outcome: VerdictOutcome {
    if status >= 400 { return .refused }
    return count.map { .listed($0) } ?? .accepted
  }
}

/// The fields of a request.
struct VerdictBody: Decodable, Sendable {
  var child: Int?
  var timer: Int?
  var start: String?
  var end: String?
  var time: String?
  var date: String?
  var type: String?
  var method: String?
  var amount: Double?
  var wet: Bool?
  var solid: Bool?
  var color: String?
  var notes: String?
  var note: String?
  var tags: [String]?
  var nap: Bool?
  var name: String?
  var weight: Double?
  var temperature: Double?
  var dosage: Double?
  var dosageUnit: String?
  var nextDoseInterval: String?
  var firstName: String?
  var lastName: String?
}

enum VerdictOutcome: Equatable {
  case accepted
  case refused
  case listed(Int)
}

import Checkins
import Daybook
import DaybookTesting
import Foundation
import Interchange

/// A log with a store of its own, which ends with the test.
func checkInLog(_ person: String = "Ada") throws -> CheckInLog {
  CheckInLog(store: try .temporary(schema: .checkins, options: TestClock().options), person: person)
}

/// A folder of its own, removed at the end.
func withFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("checkins-\(UUID().uuidString)", isDirectory: true)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

func id(_ number: Int) -> ID<CheckIn> {
  ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))))
}

func file(_ text: String, _ name: String = "checkins.json") -> SourceFile {
  SourceFile(bytes: Array(text.utf8), name: name)
}

/// A record as the app stores it: compact, without a category unless there is one.
func record(
  _ number: Int, _ name: String, at time: String = "2025-12-27T17:12:04Z",
  latitude: String = "37.8012", category: String? = nil
) -> String {
  let category = category.map { #","category":"\#($0)""# } ?? ""
  return """
    {"id":"\(id(number))","name":"\(name)","address":"","latitude":\(latitude),\
    "longitude":-122.2727\(category),"createdAt":"\(time)"}
    """
}

func date(_ text: String) -> Date {
  // The tests' own texts are dates.
  (try? Date(text, strategy: .iso8601)) ?? .distantPast
}

extension CheckInLog {
  func names() throws -> [String] { try all().map(\.checkIn.name) }

  var token: History.Token { get throws { try store.read { try $0.token() } } }
}

import Daybook
import Foundation
import Interchange

/// Check-ins as files and as text to share, byte for byte as POILog writes them.
public struct CheckInExport: Sendable {
  private let checkIns: [ListedCheckIn]

  /// Takes check-ins in the order in which they are written.
  public init(_ checkIns: [ListedCheckIn]) { self.checkIns = checkIns }

  /// The name of a file, such as `poi-log-2025-12-27-091204.json`.
  public static func fileName(_ type: String, now: Date, zone: TimeZone) -> String {
    let time = LocalTime(now, zone)
    return "poi-log-\(time.day)-\(time.hour)\(time.minute)\(time.second).\(type)"
  }

  // MARK: JSON

  /// An array, two spaces for each step in, names sorted. Seconds are cut, all else is exact, so
  /// that an import gives it back.
  ///
  /// - Throws: `InterchangeError.badRecord` for a coordinate that JSON has no number for.
  public func json() throws(InterchangeError) -> String {
    // As Foundation writes an empty array.
    if checkIns.isEmpty { return "[\n\n]" }
    var objects: [String] = []
    for listed in checkIns {
      let members = try members(of: listed).map { "    \(text($0.name)) : \($0.value)" }
      objects.append("  {\n\(members.joined(separator: ",\n"))\n  }")
    }
    return "[\n\(objects.joined(separator: ",\n"))\n]"
  }

  private func members(
    of listed: ListedCheckIn
  ) throws(InterchangeError) -> [(name: String, value: String)] {
    let checkIn = listed.checkIn
    var members = [
      ("address", text(checkIn.address)),
      ("createdAt", text(checkIn.createdAt.formatted(.iso8601))),
      ("id", text("\(listed.id)")),
      ("latitude", try number(checkIn.latitude, listed.id)),
      ("longitude", try number(checkIn.longitude, listed.id)),
      ("name", text(checkIn.name)),
    ]
    if let category = checkIn.category { members.insert(("category", text(category)), at: 1) }
    return members
  }

  /// The shortest text that gives the number back; whole numbers without a point.
  private func number(_ value: Coordinate, _ id: ID<CheckIn>) throws(InterchangeError) -> String {
    guard let number = JSONValue.Number(value.degrees) else {
      throw InterchangeError(.badRecord, "The place of the check-in \(id) is no number.")
    }
    return number.text.hasSuffix(".0") ? String(number.text.dropLast(2)) : number.text
  }

  /// A text in quotes, slashes escaped as Foundation does.
  private func text(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "/": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      case ..<" ":
        result += "\\u00\(scalar.value < 16 ? "0" : "")" + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: CSV

  /// A line for each check-in under a header, without a newline at the end. Date and time are those
  /// of the zone.
  public func csv(zone: TimeZone) -> String {
    let rows = checkIns.map { listed in
      let (checkIn, time) = (listed.checkIn, LocalTime(listed.checkIn.createdAt, zone))
      return [
        time.day, "\(time.hour):\(time.minute)", checkIn.name, checkIn.address,
        checkIn.latitude.sixDecimals, checkIn.longitude.sixDecimals, checkIn.category ?? "",
      ].map(cell).joined(separator: ",")
    }
    return (["date,time,name,address,latitude,longitude,category"] + rows)
      .joined(separator: "\n")
  }

  private func cell(_ text: String) -> String {
    let isQuoted = text.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" }
    return isQuoted ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }

  // MARK: Sharing

  /// One check-in as lines of YAML for people to read; nothing is quoted.
  public static func share(_ checkIn: CheckIn, zone: TimeZone) -> String {
    let time = LocalTime(checkIn.createdAt, zone)
    return """
      date: \(time.day)
      time: \(time.hour):\(time.minute)
      name: \(checkIn.name)
      address: \(checkIn.address)
      coordinates: \(checkIn.latitude.sixDecimals), \(checkIn.longitude.sixDecimals)
      """
  }
}

extension Coordinate {
  fileprivate var sixDecimals: String { String(format: "%.6f", degrees) }
}

/// A moment on the clock of a zone, each part with its digits.
private struct LocalTime {
  let day: String
  let hour: String
  let minute: String
  let second: String

  init(_ date: Date, _ zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    func digits(_ value: Int?, _ width: Int = 2) -> String {
      String(format: "%0\(width)d", value ?? 0)
    }
    day = "\(digits(parts.year, 4))-\(digits(parts.month))-\(digits(parts.day))"
    (hour, minute, second) = (digits(parts.hour), digits(parts.minute), digits(parts.second))
  }
}

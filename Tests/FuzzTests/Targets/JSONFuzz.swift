import Daybook
import Foundation

/// Laws: a JSON value that was read and written is the same one when it is read again, and other
/// readers take it.
enum JSONFuzz {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let value = try? JSONValue(parsing: [UInt8](bytes)) else { return }
    let written = value.bytes
    law((try? JSONValue(parsing: written)) == value, "JSON written again reads otherwise")
    law((try? JSONValue(parsing: written).bytes) == written, "JSON is written in two ways")
    if mayOverflow(value) { return }
    let other = try? JSONSerialization.jsonObject(
      with: Data(written), options: [.fragmentsAllowed])
    law(other != nil, "other readers refuse JSON that is written here")
  }

  /// Foundation refuses numbers that a `Double` does not hold.
  private static func mayOverflow(_ value: JSONValue) -> Bool {
    switch value {
    case .number(let number): number.double == nil || number.double == 0
    case .array(let values): values.contains(where: mayOverflow)
    case .object(let values): values.values.contains(where: mayOverflow)
    default: false
    }
  }
}

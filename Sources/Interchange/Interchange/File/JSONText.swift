internal import Daybook

/// One line of JSON, built byte by byte: the same members in the same order give the same bytes on
/// every platform.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  mutating func begin(_ bracket: Character = "{") {
    separate()
    bytes += Array(String(bracket).utf8)
    needsComma = false
  }

  mutating func end(_ bracket: Character = "}") {
    bytes += Array(String(bracket).utf8)
    needsComma = true
  }

  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes += $0 }
    bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
    needsComma = false
  }

  mutating func key(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func text(_ value: String) {
    separate()
    JSONValue.write(value, to: &bytes)
    needsComma = true
  }

  /// Text that needs no escaping.
  mutating func plain(_ value: some Sequence<UInt8>) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes += value
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  mutating func number(_ value: UInt64) {
    separate()
    bytes += String(value).utf8
    needsComma = true
  }

  mutating func bool(_ value: Bool) {
    separate()
    bytes += (value ? "true" : "false").utf8
    needsComma = true
  }

  mutating func newline() { bytes.append(10) }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }
}

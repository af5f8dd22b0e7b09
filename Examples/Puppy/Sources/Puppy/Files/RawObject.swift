import Daybook

/// The members of a JSON object in the order and the words of its text.
struct RawObject {
  private(set) var members: [(name: String, text: String)] = []

  init() {}

  /// - Returns: nil for what is no object.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    // From here on quotes, brackets and commas stand where they belong.
    guard (try? JSONValue(parsing: bytes))?.object != nil else { return nil }
    var (depth, isText, isEscaped, start) = (0, false, false, 0)
    var parts: [ArraySlice<UInt8>] = []
    for (place, byte) in bytes.enumerated() {
      if isText {
        if byte == UInt8(ascii: "\""), !isEscaped { isText = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 1 { start = place + 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { parts.append(bytes[start..<place]) }
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if depth == 1 {
          parts.append(bytes[start..<place])
          start = place + 1
        }
      default: break
      }
    }
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      let name = (try? JSONValue(parsing: Array(parts[index])))?.string ?? ""
      members.append((name, String(decoding: Self.trimmed(parts[index + 1]), as: UTF8.self)))
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
    let rest = bytes.drop(while: isBlank)
    return rest.prefix(upTo: rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex)
  }

  /// A member's text; a new one comes last, and nil takes one out.
  subscript(name: String) -> String? {
    get { members.first { $0.name == name }?.text }
    set {
      let place = members.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let text?): members[place].text = text
      case (let place?, nil): members.remove(at: place)
      case (nil, let text?): members.append((name, text))
      case (nil, nil): break
      }
    }
  }

  /// The object in one line without spaces.
  var text: String {
    let parts = members.map { member in
      String(decoding: JSONValue.string(member.name).bytes, as: UTF8.self) + ":" + member.text
    }
    return "{\(parts.joined(separator: ","))}"
  }
}

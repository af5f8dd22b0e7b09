import Daybook

/// The members of a JSON object in the order and the words of its text.
struct RawObject {
  private(set) var members: [(name: String, text: String)] = []

  init() {}

  /// - Returns: nil for what is no object.
  init?(_ text: String) {
    guard text.utf8.first(where: { $0 > 32 }) == UInt8(ascii: "{"), let parts = RawParts(text)
    else { return nil }
    for index in stride(from: 0, to: parts.ranges.count - 1, by: 2) {
      let name = try? JSONValue(parsing: Array(parts.bytes[parts.ranges[index]])).string
      members.append((name ?? "", parts.text(parts.ranges[index + 1])))
    }
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

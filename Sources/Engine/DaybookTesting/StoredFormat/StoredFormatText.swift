internal import Daybook

/// The lines of a stored-format file: what they are about, and what they say of it.
///
/// `event pantry.item item.bought@1 fields: 1 2`: the subject is everything before the last word
/// with a colon, so that a line of another version can be found again.
struct StoredFormatText {
  struct Line: Equatable {
    let subject: String
    let value: String
  }

  private static let header = "# What this app stores. Written by StoredFormatCheck; do not edit."

  let lines: [Line]

  var text: String {
    ([Self.header] + lines.map { "\($0.subject): \($0.value)" }).joined(separator: "\n") + "\n"
  }

  /// The lines of a file.
  init(text: String) {
    lines = text.split(separator: "\n").compactMap { (line: Substring) -> Line? in
      guard line.first != "#", let end = line.firstRange(of: ": ") else { return nil }
      return Line(subject: String(line[..<end.lowerBound]), value: String(line[end.upperBound...]))
    }
  }

  /// The lines of a format.
  init(_ format: StoredFormat) {
    lines = format.kinds.flatMap(Self.lines) + format.views.flatMap(Self.lines)
  }

  /// What is said of a subject.
  func value(_ subject: String) -> String? { lines.first { $0.subject == subject }?.value }

  private static func lines(of kind: StoredFormat.Kind) -> [Line] {
    var lines = [
      Line(subject: "kind \(kind.name) revision", value: "\(kind.revision)"),
      Line(
        subject: "kind \(kind.name) state",
        value: FieldNames.names(in: kind.states).joined(separator: " ")),
    ]
    let types = kind.types.map(\.versioned) + kind.older.map(\.versioned)
    lines.append(
      Line(subject: "kind \(kind.name) reads", value: types.sorted().joined(separator: " ")))
    for type in kind.types {
      let payloads = kind.payloads[type] ?? []
      let fields = FieldNames.names(in: payloads)
      let subject = "event \(kind.name) \(type.versioned)"
      lines.append(
        Line(
          subject: "\(subject) fields",
          value: payloads.isEmpty ? "no example" : fields.joined(separator: " ")))
      for (index, payload) in payloads.prefix(32).enumerated() {
        lines.append(Line(subject: "\(subject) example \(index)", value: payload.hexadecimal))
      }
    }
    return lines
  }

  private static func lines(of view: StoredFormat.View) -> [Line] {
    [
      Line(subject: "projection \(view.name) revision", value: "\(view.revision)"),
      Line(subject: "projection \(view.name) parameters", value: "'\(view.parameters)'"),
      Line(subject: "projection \(view.name) tables", value: view.tables.joined(separator: " ")),
      Line(
        subject: "projection \(view.name) digest", value: view.digests.joined(separator: " ")),
    ]
  }
}

extension [UInt8] {
  /// The bytes that `hexadecimal` wrote.
  init?(hex: some StringProtocol) {
    let digits = Array<UInt8>(hex.utf8)
    guard digits.count % 2 == 0 else { return nil }
    self = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      append(byte)
    }
  }
}

internal import Daybook

/// The lines of a log as a file.
///
/// What a line says of a transaction is there for people; its message is the truth, and the whole
/// line is a function of that and of the transaction's number.
enum LogLine {
  static let version: UInt64 = 1

  /// The line of a transaction.
  ///
  /// - Throws: `StoreError` when the bytes are no message.
  static func transaction(_ number: UInt64, _ bytes: [UInt8]) throws -> (LogMessage, [UInt8]) {
    let message = try LogMessage(bytes)
    var line = JSONText(capacity: bytes.count * 2 + 512)
    line.begin()
    line.key("number")
    line.number(number)
    line.key("dot")
    line.text("\(message.dot)")
    line.key("time")
    line.text(PlainTime.text(message.wallTime))
    line.key("clock")
    line.text(clock(message.time))
    if message.stampTime != message.time {
      line.key("stamp")
      line.text(clock(message.stampTime))
    }
    add("author", message.author, to: &line)
    add("context", message.context, to: &line)
    add("process", message.process, to: &line)
    line.key("events")
    line.begin("[")
    for event in message.events { add(event, to: &line) }
    line.end("]")
    // What is said of a transaction does not cover its payloads; this names the line of damage.
    line.key("crc32c")
    line.plain(digits(message.checksum))
    line.key("message")
    line.plain(Data(bytes).base64EncodedData())
    line.end()
    line.newline()
    return (message, line.bytes)
  }

  private static func add(_ name: StaticString, _ text: String?, to line: inout JSONText) {
    guard let text else { return }
    line.key(name)
    line.text(text)
  }

  private static func add(_ event: LogMessage.Event, to line: inout JSONText) {
    line.begin()
    if let kind = event.kind {
      line.key("kind")
      line.text(kind)
      line.key("entity")
      line.text(event.entity.uuidString)
    }
    line.key("type")
    line.text(event.type.name)
    line.key("version")
    line.number(UInt64(event.type.version))
    line.end()
  }

  /// A reading of the hybrid clock: the time, and the counter within the millisecond.
  private static func clock(_ time: HybridTime) -> String {
    "\(PlainTime.text(milliseconds: time.milliseconds))/\(time.rawValue & 0xFFFF)"
  }

  /// The message in a line; nil when there is none.
  static func message(in line: [UInt8]) -> [UInt8]? {
    let end = Array("\"}\n".utf8)
    let start = Array("\"message\":\"".utf8)
    guard line.count > end.count, line.suffix(end.count).elementsEqual(end),
      let quote = line.dropLast(end.count).lastIndex(of: UInt8(ascii: "\"")),
      line[...quote].suffix(start.count).elementsEqual(start)
    else { return nil }
    let text = Data(line[(quote + 1)..<(line.count - end.count)])
    return Data(base64Encoded: text).map { [UInt8]($0) }
  }

  /// The message in a line, when the line has the checksum of it.
  static func checkedMessage(in line: [UInt8]) -> [UInt8]? {
    guard let bytes = message(in: line) else { return nil }
    let digits = digits(LogMessage.checksum(of: bytes))
    // Before the text of the message: its member's name, and the quote of the checksum.
    let end = line.count - (bytes.count + 2) / 3 * 4 - "\",\"message\":\"\"}\n".utf8.count
    return end > 8 && line[(end - 8)..<end].elementsEqual(digits) ? bytes : nil
  }

  static func digits(_ checksum: UInt32) -> [UInt8] {
    (0..<8).map { place in
      let digit = UInt8(truncatingIfNeeded: checksum >> UInt32(28 - 4 * place)) & 15
      return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
  }

  /// The last line, which tells a whole file from one that was cut off.
  static func end(transactions: UInt64, _ digest: FileDigest) -> [UInt8] {
    var line = JSONText()
    line.begin()
    line.key("end")
    line.bool(true)
    line.key("transactions")
    line.number(transactions)
    line.key("sha256")
    line.text(digest.text)
    line.end()
    line.newline()
    return line.bytes
  }

  /// How the last line, and no other, begins.
  static let endStart = Array("{\"end\":".utf8)
}

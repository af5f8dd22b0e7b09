import ChildProcesses
import Daybook
import Foundation
import TemporaryFolders
import Testing

/// What any tool for protobuf sees in the stored payloads. Needs `protoc`; skipped where it is not.
@Suite(.enabled(if: Protoc.path != nil, "protoc is not installed")) struct ProtobufTests {
  let store: EventStore
  private let directory: TemporaryFolder

  init() throws {
    directory = try TemporaryFolder()
    try GoldenStore.fill(directory.path)
    store = try EventStore.open(at: directory.path, schema: pantry)
  }

  @Test func `an event's payload is a message`() throws {
    let payload = try store.read { try $0.event(1).payload }
    #expect(try Protoc.lines(payload) == ["1: \"rice\"", "2: 6", "3: \"A\""])
  }

  @Test func `a transaction is a message with its header and events in it`() throws {
    let message = try #require(try store.read { try $0.message(of: 2) })
    #expect(
      try Protoc.lines(message) == [
        #"1: "\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\002""#,
        "2 {", "1: 2", "2: 0x019a5ac5c1c80000", "3: 0x41c75e9b76800000", "6: \"golden\"",
        "8: 3", "}",
        "3 {", "1: \"item.moved\"", "2: 1", "3: \"pantry.item\"",
        #"4: "\013\000\000\000\000\000\000\000\000\000\000\000\000\000\000\002""#,
        "5 {", "1: \"B\"", "}", "}",
        #"4: "\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\003""#,
      ])
  }

  @Test func `a header is a message`() throws {
    let message = try #require(try store.read { try $0.message(of: 1) })
    // Behind the replica: a tag, a length of one byte, sixteen bytes, and the header's own two.
    let header = Array(message[20..<20 + Int(message[19])])
    #expect(
      try Protoc.lines(header) == [
        "1: 1", "2: 0x019a5ac5bde00000", "3: 0x41c75e9b76000000", "4: \"Ada\"", "5: \"shopping\"",
        "6: \"golden\"", "8: 3",
      ])
  }
}

/// The compiler of protocol buffers, used as a reader of bytes.
enum Protoc {
  static let path = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .map { $0 + "/protoc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The lines that `protoc --decode_raw` prints, without their indent.
  static func lines(_ bytes: [UInt8]) throws -> [String] {
    try decode(bytes).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// What `protoc --decode_raw` prints.
  static func decode(_ bytes: [UInt8]) throws -> String {
    guard let path else { throw Unreadable() }
    let (input, output) = (Pipe(), Pipe())
    let process = try ChildProcess(
      path, ["--decode_raw"], input: .file(input.fileHandleForReading),
      output: .file(output.fileHandleForWriting))
    try output.fileHandleForWriting.close()
    try input.fileHandleForReading.close()
    // A pipe holds what a small message needs, so this does not wait for the reader.
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
    try input.fileHandleForWriting.close()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    guard try process.wait() == .exit(0) else { throw Unreadable() }
    return text
  }

  struct Unreadable: Error {}
}

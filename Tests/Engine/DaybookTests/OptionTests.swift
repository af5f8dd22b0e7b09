import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// Options and values that make no sense.
struct OptionTests {
  private let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func open(_ change: (inout StoreOptions) -> Void) throws -> EventStore {
    var options = StoreOptions()
    change(&options)
    return try EventStore.open(at: directory.path, schema: pantry, options: options)
  }

  private func refusal(_ change: (inout StoreOptions) -> Void) -> StoreError? {
    #expect(throws: StoreError.self) { _ = try open(change) }
  }

  @Test func `a space of zeros and a map without room are refused, and nothing is made`() throws {
    let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    #expect(refusal { $0.space = zero }?.code == .invalidArgument)
    for size in [-1, 0, 4_096] {
      #expect(refusal { $0.mapSize = size }?.code == .invalidArgument)
    }
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/data.mdb"))
  }

  @Test(arguments: ["x\u{0}y", "\u{0}"])
  func `a path with a NUL byte is refused and nothing is made`(name: String) throws {
    let path = directory.path + "/" + name
    let calls: [(String) throws -> Void] = [
      { _ = try EventStore.open(at: $0, schema: pantry) },
      { _ = try EventStore.parameters(ofProjection: "x", at: $0) },
      { _ = try EventStore.compact(at: $0) },
      { _ = try EventStore.salvage(from: directory.path, into: $0) },
      { _ = try EventStore.salvage(from: $0, into: directory.path + "/new") },
    ]
    do { _ = try open { _ in } }
    let before = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    for (index, call) in calls.enumerated() {
      let error = #expect(throws: StoreError.self) { try call(path) }
      #expect(error?.code == .invalidArgument, "\(index): \(error as Any)")
      #expect(error?.message.contains("NUL") == true, "\(index): \(error as Any)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == before)
  }

  @Test(arguments: ["/dev/null", "/dev/null/store"], [true, false])
  func `a path that is no directory is told as one`(path: String, createsStore: Bool) throws {
    var options = StoreOptions()
    options.createsStore = createsStore
    let error = expectError(.notAStore) {
      _ = try EventStore.open(at: path, schema: pantry, options: options)
    }
    #expect(error?.message.contains("no directory") == true, "\(error as Any)")
  }

  @Test func `a pipe in the place of the note about pages is passed over`() throws {
    do { _ = try open { _ in } }
    let path = directory.path + "/pages.checked"
    try? FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    _ = try open { _ in }
  }

  @Test func `an alert shows the sentence`() {
    let error: any Error = StoreError(.tooLarge, "It is too large.")
    #expect(error.localizedDescription == "It is too large.")
  }

  @Test func `a clock without a date writes one that can be printed`() throws {
    let store = try open { $0.now = { Date(timeIntervalSince1970: .nan) } }
    try store.buy("rice", shelf: nil)
    let time = try store.read { try $0.transaction(1) }?.wallTime
    #expect(time?.timeIntervalSince1970.isFinite == true)
  }

  @Test func `a message whose wall time is no date is refused`() throws {
    let store = try open { _ in }
    var written = WrittenMessage(TestClock())
    written.wallTime = Date(timeIntervalSince1970: .nan)
    let message = written.bytes
    let error = expectError(.invalidArgument) { try store.absorb(message) }
    #expect(error?.message.contains("wall time") == true, "\(error as Any)")
  }

  @Test func `numbers that JSON does not have come back, what cannot be encoded is refused`() throws
  {
    let store = try EventStore.temporary(schema: Schema().entity(Scale.self))
    let id = UUID()
    try store.append { try $0.append(ScaleEvent.weighed(.nan), to: id) }
    #expect(try store.read { try $0.entity(Scale.self, id) }?.weight.isNaN == true)
    try store.append { try $0.append(ScaleEvent.weighed(-.infinity), to: id) }
    #expect(try store.read { try $0.entity(Scale.self, id) }?.weight == -.infinity)
    expectError(.invalidArgument) {
      try store.append { try $0.append(ScaleEvent.broken(Unencodable()), to: id) }
    }
    try store.append { try $0.append(ScaleEvent.weighed(3), to: id) }
    #expect(try store.read { try $0.entity(Scale.self, id) }?.weight == 3)
    #expect(try store.read { try $0.token().number } == 3)
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }
}

private struct Unencodable: Codable, Sendable {
  struct Failure: Error {}

  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws { throw Failure() }
}

private enum ScaleEvent: CodableEntityEvent {
  static let type = EventType("scale.event")
  case weighed(Double)
  case broken(Unencodable)
}

private struct Scale: Entity, CodablePayload {
  static let kind = "scale"
  typealias Event = ScaleEvent
  var weight = 0.0
  var isDeleted: Bool { false }

  static func fold(_ state: inout Scale?, _ event: ScaleEvent) throws {
    if case .weighed(let weight) = event { state = Scale(weight: weight) }
  }
}

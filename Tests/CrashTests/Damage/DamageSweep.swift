import Foundation
import Testing
import crashwriter

/// Damages one small store in many ways, each tried by a process that may die of it.
struct DamageSweep {
  /// What came of the cases: how many of each class, and which they were.
  private(set) var classes: [String: [String]] = [:]
  /// The length of the store's file.
  private(set) var length = 0

  private let directory: TemporaryDirectory
  /// A case that says nothing for so many seconds hangs.
  private let patience: Int32 = 20

  init() throws {
    directory = try TemporaryDirectory(inMemory: true)
    let victim = try start()
    let lines = victim.lines(through: "bytes")
    length = lines.last.flatMap { Int($0.dropFirst("bytes ".count)) } ?? 0
    _ = victim.end()
    try #require(length > 0, "\(lines)")
  }

  private func start() throws -> Victim {
    // Without traces of crashes, which are expected and take long.
    let variables = ["SWIFT_BACKTRACE": "enable=no"]
    return try Victim("damage", at: directory.path + "/store", variables: variables)
  }

  /// Runs cases, a hundred for each process that lives so long.
  mutating func run(_ cases: [DamageCase]) throws {
    var rest = cases[...]
    while !rest.isEmpty {
      let batch = rest.prefix(100)
      rest = rest.dropFirst(try run(batch: batch))
    }
  }

  /// Returns how many of a batch have been settled.
  private mutating func run(batch: ArraySlice<DamageCase>) throws -> Int {
    let victim = try start()
    for damage in batch { victim.say("\(damage)") }
    victim.endInput()
    let (lines, ending) = victim.finish(seconds: patience)
    let said = lines.filter { !$0.hasPrefix("bytes") && $0 != "finished" }
    for pair in stride(from: 0, to: said.count, by: 2) {
      let name = said[pair].dropFirst("begin ".count)
      let outcome =
        pair + 1 < said.count ? said[pair + 1] : ending == .hang ? "hang" : "crash by \(ending)"
      let sort = outcome.prefix { $0 != " " }
      classes[String(sort), default: []].append("\(name): \(outcome)")
    }
    let settled = (said.count + 1) / 2
    try #require(settled > 0, "\(lines) \(ending)")
    return settled
  }

  /// How many cases of each class there were.
  var counts: String {
    classes.sorted { $0.key < $1.key }.map { "\($0.value.count) \($0.key)" }
      .joined(separator: ", ")
  }

  /// One bit of each byte; which one, the byte's place says.
  var flips: [DamageCase] { (0..<length).map { .flip($0, bit: ($0 &* 5 &+ $0 >> 8) % 8) } }

  /// Every page zeroed, put in the place of others, and missing with what follows.
  var pages: [DamageCase] {
    let count = length / DamageCase.pageSize
    return (0..<count).flatMap { page -> [DamageCase] in
      let next = (page + 1) % count
      let far = (page + count / 2) % count
      let start = page * DamageCase.pageSize
      return [
        .zero(page), .swap(page, next), .swap(page, far), .copy(page, next), .copy(page, far),
        .cut(start), .cut(start + 777),
      ]
    }
  }
}

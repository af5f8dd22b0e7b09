import Daybook
import Foundation
import Puppy
import Testing

struct SkillTests {
  @Test func `skills are listed newest first, each once, those without a date last`()
    async throws
  {
    let log = try puppyLog()
    var old = MasteredSkill()
    old.skill = "paw"
    try await log.record(old)
    try await log.master("sit", at: date("2026-03-02T08:00:00Z"))
    try await log.master("stay", at: date("2026-03-03T08:00:00Z"))
    // Another phone noted it earlier.
    var other = MasteredSkill()
    (other.skill, other.masteredAt) = ("stay", date("2026-03-01T08:00:00Z"))
    try await log.record(other)
    #expect(try log.skills().map(\.skill) == ["sit", "stay", "paw"])
    #expect(try log.skills()[1].masteredAt == date("2026-03-01T08:00:00Z"))
    let token = try log.token
    try await log.master("sit", at: date("2026-03-05T08:00:00Z"))
    #expect(try log.token == token)
    try await log.forget("stay")
    #expect(try log.skills().map(\.skill) == ["sit", "paw"])
    try await log.undo()
    #expect(try log.skills().count == 3)
  }

  @Test func `a name that is too long for a key is kept whole`() async throws {
    let log = try puppyLog()
    let names = ["a", "b"].map { String(repeating: "é", count: 1_000) + $0 }
    for name in names { try await log.master(name, at: date("2026-03-02T08:00:00Z")) }
    #expect(try log.skills().map(\.skill) == names)
    try await log.forget(names[0])
    #expect(try log.skills().map(\.skill) == [names[1]])
  }
}

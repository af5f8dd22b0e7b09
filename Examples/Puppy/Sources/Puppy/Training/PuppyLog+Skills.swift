import Daybook
import Foundation

extension PuppyLog {
  /// What the puppy has learnt, newest first. Reads the skills, of which there are some dozens.
  public func skills() throws -> [LearntSkill] {
    LearntSkill.all(of: try store.read { try $0.rows(SkillsByName.all) }.map(\.row))
  }

  /// Notes that the puppy masters a skill; does nothing when that is known.
  public func master(_ skill: String, at time: Date) async throws {
    try await store.append(author: person) { draft in
      let known = try draft.view(SkillsByName.self).rows(SkillsByName.where(KeyText(skill)))
      if known.contains(where: { $0.row.skill == skill }) { return }
      var note = MasteredSkill()
      (note.skill, note.masteredAt) = (skill, time)
      try draft.append(.recorded(note), to: ID<Kept<MasteredSkill>>.timeOrdered(at: time))
    }
  }

  /// Takes a skill from the list, however often it was noted.
  public func forget(_ skill: String) async throws {
    try await store.append(author: person) { draft in
      let known = try draft.view(SkillsByName.self).rows(SkillsByName.where(KeyText(skill)))
      for note in known where note.row.skill == skill {
        try draft.append(.deleted, to: note.key.second)
      }
    }
  }
}

import Daybook
import Foundation

/// The skills that the puppy has learnt, by name.
public struct SkillsByName: Index {
  public static let name = "puppy.skillsByName"

  public static func key(
    _ skill: Stamped<Kept<MasteredSkill>>
  ) -> Key2<KeyText, ID<Kept<MasteredSkill>>>? {
    Key2(KeyText(skill.value.skill), skill.id)
  }

  public static func row(_ skill: Stamped<Kept<MasteredSkill>>) -> MasteredSkill {
    skill.value
  }
}

/// What two phones did and know of each other, as a list that is gone through from the start after
/// each act. Nothing here knows the engine.
struct NaiveLog {
  enum What {
    case made(NaiveThing)
    case set(NaiveThing.Field)
    case deleted
    /// Takes back an act, such as an undo, which is a redo.
    case tookBack(Int)
  }

  private struct Act {
    let phone: Int
    let thing: Int
    let what: What
    /// Which of the phones know of it.
    var isKnown = [false, false]
  }

  /// In the order in which they were done.
  private var acts: [Act] = []
  /// What is there on each of the phones, by number.
  private(set) var things: [[Int: NaiveThing]] = [[:], [:]]

  /// The number of the next act.
  var next: Int { acts.count }

  mutating func act(_ phone: Int, _ thing: Int, _ what: What) {
    acts.append(Act(phone: phone, thing: thing, what: what))
    hear([acts.count - 1], phone)
  }

  /// What was there before, on both phones, and nobody takes back.
  mutating func begin(_ thing: Int, _ made: NaiveThing) {
    acts.append(Act(phone: -1, thing: thing, what: .made(made)))
    for phone in 0...1 { hear([acts.count - 1], phone) }
  }

  /// A phone hears of acts of the other one.
  mutating func hear(_ heard: [Int], _ phone: Int) {
    for act in heard { acts[act].isKnown[phone] = true }
    things[phone] = fold(phone)
  }

  /// The newest act of a phone that counts and took nothing back.
  func undoable(_ phone: Int) -> Int? {
    counting(phone).last { index in
      if case .tookBack = acts[index].what { return false }
      return acts[index].phone == phone
    }
  }

  /// The acts that a phone knows and nobody has taken back, as far as it knows.
  private func counting(_ phone: Int) -> [Int] {
    var isTakenBack = Array(repeating: false, count: acts.count)
    var counting: [Int] = []
    for index in acts.indices.reversed() where acts[index].isKnown[phone] && !isTakenBack[index] {
      if case .tookBack(let target) = acts[index].what { isTakenBack[target] = true }
      counting.append(index)
    }
    return counting.reversed()
  }

  private func fold(_ phone: Int) -> [Int: NaiveThing] {
    var things: [Int: NaiveThing] = [:]
    var deleted: Set<Int> = []
    for act in counting(phone).map({ acts[$0] }) {
      switch act.what {
      case .made(let thing): things[act.thing] = thing
      case .set(let field): things[act.thing]?.set(field)
      case .deleted: deleted.insert(act.thing)
      case .tookBack: break
      }
    }
    return things.filter { !deleted.contains($0.key) }
  }
}

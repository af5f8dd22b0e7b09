import Daybook

/// A medication with its plans. The unit belongs to the dose, so tablets can become drops.
struct Medication: Entity, CodablePayload {
  static let kind = "diary.medication"
  var name: String
  /// By the day from which they hold.
  var plans: [DosePlan] = []
  enum Event: CodableEntityEvent {
    case added(name: String)
    case planned(DosePlan)
  }

  static func fold(_ medication: inout Medication?, _ event: Event) {
    switch event {
    case .added(let name): medication = Medication(name: name)
    case .planned(let plan):
      medication?.plans.removeAll { $0.from == plan.from }
      medication?.plans.append(plan)
      medication?.plans.sort { $0.from < $1.from }
    }
  }

  func plan(on day: Day) -> DosePlan? { plans.last { $0.from <= day } }
}

/// What holds from a day on, until the next plan. No times a day: stopped.
struct DosePlan: Codable, Hashable, Sendable {
  let from: Day
  let dose: Dose
  let timesADay: Int
}

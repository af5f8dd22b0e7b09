/// The sentence that explains a prediction.
enum PredictionText {
  struct Basis {
    let subject: Prediction.Subject
    let count: Int
    let days: Double
    let coverage: Double
    let low: Double
    let middle: Double
    let high: Double
  }

  static func explanation(_ basis: Basis, _ language: TextLanguage) -> String {
    let times = [basis.middle, basis.low, basis.high].map {
      DurationText.hoursAndMinutes($0, in: language)
    }
    let days = whole(basis.days)
    let share = whole(basis.coverage * 100)
    switch language {
    case .english:
      let name = basis.subject == .nextFeed ? "feeds" : "naps"
      return
        "Of \(basis.count) \(name) around this time of day in the last \(days) days, half were "
        + "followed by the next within \(times[0]), and about \(share)% after \(times[1]) to "
        + "\(times[2])."
    case .korean:
      let (name, next) = basis.subject == .nextFeed ? ("수유", "수유가") : ("낮잠", "낮잠이")
      return "최근 \(days)일 동안 비슷한 시각에 시작한 \(name) \(basis.count)건 가운데 절반은 "
        + "\(times[0]) 안에 다음 \(next) 시작되었고, 약 \(share)%는 \(times[1])에서 \(times[2]) "
        + "사이였습니다."
    }
  }

  private static func whole(_ value: Double) -> Int {
    value > 0 ? Int(min(value.rounded(), 1e9)) : 0
  }
}

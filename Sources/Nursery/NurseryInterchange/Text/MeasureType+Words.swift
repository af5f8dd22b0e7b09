internal import Nursery

extension MeasureType {
  /// What is measured, as people say it.
  var words: String {
    switch self {
    case .headCircumference: "head circumference"
    case .bmi: "body mass index"
    default: rawValue
    }
  }
}

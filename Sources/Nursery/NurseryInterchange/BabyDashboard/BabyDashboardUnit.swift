internal import Interchange

/// The unit texts of BabyDashboard.
public enum BabyDashboardUnit {
  /// What the app's import makes of a unit: a long name becomes its symbol, anything else stays
  /// as it is, trimmed.
  public static func normalized(_ text: String) -> String {
    let trimmed = text.trimmed
    switch trimmed.lowercased() {
    case "milliliter", "milliliters": return "mL"
    case "fluid ounce", "fluid ounces", "floz": return "fl oz"
    case "liter", "liters": return "L"
    case "cup", "cups": return "cup"
    default: return trimmed
    }
  }

  /// The symbol the app's export writes, such as `mL` for `ml`; nil for a unit it does not know.
  public static func symbol(_ text: String) -> String? {
    switch text.trimmed.lowercased() {
    case "ml", "milliliter", "milliliters": "mL"
    case "fl oz", "fl\u{202F}oz", "fl. oz", "fluid ounce", "fluid ounces", "floz": "fl oz"
    case "l", "liter", "liters": "L"
    case "cup", "cups": "cup"
    default: nil
    }
  }
}

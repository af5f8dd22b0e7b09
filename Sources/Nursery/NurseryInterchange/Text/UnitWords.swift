internal import Interchange
internal import Nursery

/// Units as people and programs write them.
enum UnitWords {
  /// A unit of a body's measures: `kg`, `g`, `lb`, `oz`, `cm`, `mm`, `m`, `in`, `C` or `F`; another
  /// word in lower case; nil for none.
  static func body(_ text: String) -> String? {
    switch plain(text) {
    case "": nil
    case "kg", "kgs", "kilo", "kilos", "kilogram", "kilograms": "kg"
    case "g", "gr", "gram", "grams": "g"
    case "lb", "lbs", "pound", "pounds": "lb"
    case "oz", "ounce", "ounces": "oz"
    case "cm", "cms", "centimeter", "centimeters", "centimetre", "centimetres": "cm"
    case "mm", "millimeter", "millimeters", "millimetre", "millimetres": "mm"
    case "m", "meter", "meters", "metre", "metres": "m"
    case "in", "inch", "inches", "\"", "″": "in"
    case "c", "°c", "º c", "ºc", "° c", "celsius", "degrees celsius", "centigrade": "C"
    case "f", "°f", "º f", "ºf", "° f", "fahrenheit", "degrees fahrenheit": "F"
    case let other: other
    }
  }

  /// A unit of volumes, where an ounce is a fluid ounce; nil for another word.
  static func volume(_ text: String) -> VolumeUnit? {
    let plain = plain(text)
    if let known = VolumeUnit(text: plain) { return known }
    switch plain {
    case "millilitre", "millilitres", "mls": return .millilitre
    case "oz", "ounce", "ounces", "fl ounce", "fl ounces": return .fluidOunce
    case "litre", "litres": return .litre
    default: return nil
    }
  }

  /// In lower case, with blanks for the lines that stand for them in words of programs.
  private static func plain(_ text: String) -> String {
    text.trimmed.lowercased().replacing("_", with: " ")
  }
}

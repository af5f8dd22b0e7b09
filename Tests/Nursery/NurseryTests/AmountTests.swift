import Nursery
import Testing

struct AmountTests {
  @Test(arguments: [
    ("ml", VolumeUnit.millilitre), (" mL\n", .millilitre), ("MILLILITERS", .millilitre),
    ("milliliter", .millilitre), ("fl oz", .fluidOunce), ("fl\u{202F}oz", .fluidOunce),
    ("Fl. Oz", .fluidOunce), ("floz", .fluidOunce), ("fluid ounce", .fluidOunce),
    ("fluid ounces", .fluidOunce), ("L", .litre), ("liter", .litre), ("liters\r\n", .litre),
    ("cup", .cup), ("Cups", .cup),
  ])
  func `a unit is recognised`(text: String, unit: VolumeUnit) {
    #expect(VolumeUnit(text: text) == unit)
  }

  @Test(arguments: ["oz", "ounces", "millilitre", "ML.", "", " ", "fl  oz"])
  func `a text that is no unit is not taken for one`(text: String) {
    #expect(VolumeUnit(text: text) == nil)
    #expect(Amount(1, unitText: text).nanolitres == nil)
  }

  @Test(
    arguments: [
      (Amount(120, unitText: "mL"), 120_000_000), (Amount(4, unitText: "fl oz"), 118_294_000),
      (Amount(2, unitText: "fl oz"), 59_147_000), (Amount(1, unitText: "cup"), 240_000_000),
      (Amount(0.5, unitText: "L"), 500_000_000), (Amount(0, unitText: "ml"), 0),
      (Amount(-1, unitText: "ml"), -1_000_000),
      (Amount(8_999_999, unitText: "L"), 8_999_999_000_000_000),
    ] as [(Amount, Int64)])
  func `a volume is exact`(amount: Amount, nanolitres: Int64) {
    #expect(amount.nanolitres == nanolitres)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 9_000_000, -9_000_000, 1e300])
  func `a volume beyond all measure is none`(litres: Double) {
    #expect(Amount(litres, .litre).nanolitres == nil)
  }

  @Test(
    arguments: [
      (120_000_000, VolumeUnit.millilitre, "120 mL"), (238_294_000, .fluidOunce, "8.1 fl oz"),
      (0, .fluidOunce, "0.0 fl oz"), (500_000, .millilitre, "1 mL"),
      (1_500_000, .millilitre, "2 mL"), (-1_500_001, .millilitre, "-2 mL"),
      (-14_786_750, .fluidOunce, "-0.5 fl oz"), (1_250_000_000, .litre, "1.3 L"),
      (2_500_000, .millilitre, "3 mL"), (499_999, .millilitre, "0 mL"),
      (-2_500_000, .millilitre, "-3 mL"),
    ] as [(Int64, VolumeUnit, String)])
  func `a total has the decimals of its unit`(volume: Int64, unit: VolumeUnit, text: String) {
    #expect(AmountText.total(nanolitres: volume, in: unit) == text)
  }

  @Test(arguments: [
    (Amount(120, unitText: "ml"), VolumeUnit.fluidOunce, "4.1 fl oz"),
    (Amount(4, unitText: "fl oz"), .fluidOunce, "4 fl oz"),
    (Amount(4, unitText: "fl oz"), .millilitre, "118.3 mL"),
    (Amount(2.5, unitText: "scoops"), .millilitre, "2.5 scoops"),
    (Amount(3, unitText: nil), .millilitre, "3"),
    (Amount(2.25, .millilitre), .millilitre, "2.3 mL"),
    (Amount(0.25, unitText: "scoops"), .millilitre, "0.3 scoops"),
  ])
  func `one amount has a decimal when it needs it`(
    amount: Amount, unit: VolumeUnit, text: String
  ) {
    #expect(AmountText.text(amount, in: unit) == text)
  }
}

import DaybookTesting
import Foundation
import Nursery
import Testing

struct AmountSumTests {
  @Test(arguments: [
    (VolumeUnit.millilitre, VolumeUnit.fluidOunce, 4.05768678039461),
    (.millilitre, .litre, 0.12), (.millilitre, .cup, 0.5), (.millilitre, .millilitre, 120),
    (.fluidOunce, .millilitre, 3548.82), (.fluidOunce, .litre, 3.54882),
    (.fluidOunce, .cup, 14.78675), (.fluidOunce, .fluidOunce, 120),
    (.litre, .millilitre, 120_000), (.litre, .fluidOunce, 4057.68678039461),
    (.litre, .cup, 500), (.litre, .litre, 120), (.cup, .millilitre, 28_800),
    (.cup, .fluidOunce, 973.844827294706), (.cup, .litre, 28.8), (.cup, .cup, 120),
  ])
  func `an amount is the same volume in another unit`(
    from: VolumeUnit, to: VolumeUnit, value: Double
  ) throws {
    let converted = try #require(Amount(120, from).converted(to: to))
    #expect(converted.unit == to)
    #expect(abs(converted.value - value) <= value * 1e-14)
  }

  @Test(arguments: VolumeUnit.allCases)
  func `an amount of an unknown unit is not converted`(unit: VolumeUnit) {
    #expect(Amount(5, unitText: "oz").converted(to: unit) == nil)
    #expect(Amount(5, unitText: nil).converted(to: unit) == nil)
    #expect(Amount(0, .cup).converted(to: unit) == Amount(0, unit))
  }

  @Test(arguments: VolumeUnit.allCases)
  func `the unit's own numbers come back`(unit: VolumeUnit) {
    #expect(unit.value(ofNanolitres: 7 * unit.nanolitres) == 7)
    for value in [0.1, 118.29411764705883, .greatestFiniteMagnitude] {
      #expect(Amount(value, unit).converted(to: unit)?.value == value)
    }
  }

  @Test func `a sum of mixed units goes by volume`() {
    let sum = AmountSum([Amount(120, unitText: "ml"), Amount(4, unitText: "fl oz")])
    #expect(sum.count == 2)
    #expect(abs(sum.value(in: .fluidOunce) - 8.05768678039461) < 1e-13)
    #expect(AmountText.total(sum, in: .fluidOunce) == "8.1 fl oz")
    #expect(AmountText.total(sum, in: .millilitre) == "238 mL")
  }

  @Test(
    arguments: [
      ([], "0 mL"), ([Amount(0, unitText: "mL")], "0 mL"),
      ([Amount(120, unitText: "mL"), Amount(2.5, unitText: "scoops")], "120 mL + 2.5 scoops"),
      ([Amount(5, unitText: "oz")], "5 oz"),
      ([Amount(0, unitText: "mL"), Amount(5, unitText: "oz")], "0 mL + 5 oz"),
      (
        [
          Amount(2, unitText: "scoops"), Amount(3, unitText: nil), Amount(5, unitText: "oz"),
          Amount(1, unitText: "scoops"), Amount(4, unitText: ""), Amount(60, unitText: "ml"),
        ], "60 mL + 7 + 5 oz + 3 scoops"
      ), ([Amount(.infinity, unitText: "cup"), Amount(1, unitText: "ml")], "1 mL + 0 cup"),
    ] as [([Amount], String)])
  func `unknown units are shown beside the total`(amounts: [Amount], text: String) {
    #expect(AmountText.total(AmountSum(amounts), in: .millilitre) == text)
    #expect(AmountText.total(AmountSum(amounts.reversed()), in: .millilitre) == text)
  }

  @Test func `every amount is counted somewhere`() {
    let amounts = [
      Amount(1, unitText: "mL"), Amount(.nan, unitText: "cup"), Amount(2, unitText: "oz"),
      Amount(.infinity, unitText: "oz"), Amount(1e300, unitText: "L"),
    ]
    let sum = AmountSum(amounts)
    #expect(sum.count == 1 && sum.nanolitres == 1_000_000)
    #expect(sum.unknown.sums.map(\.unitText) == ["L", "cup", "oz"])
    #expect(sum.unknown.sums.map(\.count) == [1, 1, 2])
    #expect(sum.unknown.sums.map(\.value) == [0, 0, 2])
    #expect(!AmountSum([amounts[0]]).isEmpty && !AmountSum([amounts[3]]).isEmpty)
    #expect(AmountSum().isEmpty)
  }

  @Test func `the totals of a day are shown like any sum`() {
    let unknown = UnitSums(Amount(2.5, unitText: "scoops"))
    let sum = AmountSum(nanolitres: 238_294_000, count: 2, unknown: unknown)
    #expect(AmountText.total(sum, in: .fluidOunce) == "8.1 fl oz + 2.5 scoops")
  }

  @Test func `unknown units can be taken for one`() {
    let amounts = [
      Amount(120, unitText: "ml"), Amount(5, unitText: "oz"), Amount(9, unitText: nil),
    ]
    let asMillilitres = AmountSum(amounts, takingUnknownAs: .millilitre)
    #expect(asMillilitres.nanolitres == 125_000_000)
    #expect(asMillilitres.unknown.sums.map(\.unitText) == [""])
    #expect(AmountSum(amounts, takingUnknownAs: .fluidOunce).nanolitres == 267_867_500)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `sums add up in any order and any grouping`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let units: [String?] = ["mL", "fl oz", "cup", "L", "oz", "scoops", nil]
    let amounts = (0..<200).map { _ in
      Amount(
        Int.random(in: 0..<20, using: &random) == 0
          ? 1e300 : Double(Int.random(in: 0...400, using: &random)),
        unitText: units[Int.random(in: 0..<units.count, using: &random)])
    }
    let whole = AmountSum(amounts)
    let cut = Int.random(in: 0...200, using: &random)
    #expect(AmountSum(amounts[..<cut]) + AmountSum(amounts[cut...]) == whole)
    #expect(AmountSum(amounts.shuffled(using: &random)) == whole)
    let coded = try JSONDecoder().decode(AmountSum.self, from: JSONEncoder().encode(whole))
    #expect(coded == whole)
  }

  @Test(
    arguments: [
      ("fl oz", false, VolumeUnit.fluidOunce), ("fl oz", true, .fluidOunce),
      ("mL", true, .millilitre), ("ml", true, .millilitre), ("FL OZ", true, .millilitre),
      ("floz", true, .millilitre), ("L", true, .millilitre), ("", true, .millilitre),
      (nil, true, .fluidOunce), (nil, false, .millilitre),
    ] as [(String?, Bool, VolumeUnit)])
  func `the preferred unit is read as the app reads it`(
    setting: String?, usesUSMeasures: Bool, unit: VolumeUnit
  ) {
    #expect(VolumeUnit.preferred(setting: setting, usesUSMeasures: usesUSMeasures) == unit)
  }
}

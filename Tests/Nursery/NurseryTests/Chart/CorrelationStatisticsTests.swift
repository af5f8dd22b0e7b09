import Foundation
import Nursery
import Testing

/// Expected figures were computed with SciPy 1.17: `chi2_contingency`, `pointbiserialr`,
/// `ttest_ind`, `norm`.
struct CorrelationStatisticsTests {
  @Test(
    arguments: [
      (
        ContingencyTable(a: 30, b: 10, c: 20, d: 40), 0.4082482904638631, 15.041666666666666,
        0.00010516355403363094
      ),
      (
        ContingencyTable(a: 12, b: 8, c: 9, d: 11), 0.15018785229652767, 0.40100250626566414,
        0.5265719745968565
      ),
      (ContingencyTable(a: 50, b: 50, c: 50, d: 50), 0, 0, 1),
      (ContingencyTable(a: 100, b: 20, c: 30, d: 150), 0.6590820436573077, 127.61595022624434, 0),
      (ContingencyTable(a: 6, b: 14, c: 24, d: 6), -0.5, 10.503472222222223, 0.0011915043302341587),
    ] as [(ContingencyTable, Double, Double, Double)])
  func `phi and chi-square`(
    table: ContingencyTable, phi: Double, chiSquare: Double, pValue: Double
  ) throws {
    #expect(abs(table.phi - phi) < 1e-12)
    #expect(try abs(#require(table.chiSquare) - chiSquare) < 1e-9)
    #expect(abs(table.pValue - pValue) < 3e-7)
  }

  @Test(
    arguments: [
      (ContingencyTable(a: 0, b: 0, c: 0, d: 0), 0.0),
      (ContingencyTable(a: 9, b: 0, c: 9, d: 0), 0),
      (ContingencyTable(a: 0, b: 0, c: 9, d: 9), 0), (ContingencyTable(a: 9, b: 9, c: 0, d: 0), 0),
      (ContingencyTable(a: 9, b: 0, c: 0, d: 9), 1), (ContingencyTable(a: 0, b: 9, c: 9, d: 0), -1),
    ] as [(ContingencyTable, Double)])
  func `an empty row or column is no relation`(table: ContingencyTable, phi: Double) {
    #expect(table.phi == phi)
    if phi == 0 { #expect(table.pValue == 1) }
  }

  @Test func `an expected count below five says nothing`() {
    let small = ContingencyTable(a: 9, b: 0, c: 1, d: 9)
    #expect(small.chiSquare == nil)
    #expect(small.pValue == 1)
    let enough = ContingencyTable(a: 10, b: 0, c: 0, d: 10)
    #expect(enough.chiSquare == 16.2)
    #expect(enough.pValue < 0.001)
  }

  @Test func `counts that are large do not overflow`() {
    let half = 1_000_000_000_000
    let table = ContingencyTable(a: half, b: half, c: half, d: half)
    #expect(table.phi == 0)
    #expect(abs(table.pValue - 1) < 1e-6)
  }

  @Test func `two groups that differ`() {
    let groups = TwoGroups(
      tagged: [120, 130, 110, 150, 140], other: [90, 100, 80, 120, 60, 100])
    #expect(abs(groups.pointBiserial - 0.7517785180297055) < 1e-12)
    #expect(abs(groups.welchPValue - 0.0004523942602980245) < 3e-7)
    let turned = TwoGroups(tagged: groups.other, other: groups.tagged)
    #expect(abs(turned.pointBiserial + 0.7517785180297055) < 1e-12)
    #expect(turned.welchPValue == groups.welchPValue)
  }

  @Test(
    arguments: [
      (TwoGroups(tagged: [], other: []), 0.0, 1.0), (TwoGroups(tagged: [1, 2], other: []), 0, 1),
      (TwoGroups(tagged: [], other: [1, 2]), 0, 1), (TwoGroups(tagged: [1], other: [2]), -1, 1),
      (TwoGroups(tagged: [5, 5], other: [5, 5]), 0, 1),
      (TwoGroups(tagged: [5, 5], other: [7, 7]), -1, 1),
      (TwoGroups(tagged: [1, .nan], other: [2, 3]), 0, 1),
      (TwoGroups(tagged: [1, .infinity], other: [2, 3]), 0, 1),
      (TwoGroups(tagged: [1e200, -1e200], other: [2, 3]), 0, 1),
      (TwoGroups(tagged: [1.7e308, 1.7e308], other: [2, 3]), 0, 1),
    ] as [(TwoGroups, Double, Double)])
  func `groups of no use`(groups: TwoGroups, coefficient: Double, pValue: Double) {
    #expect(groups.pointBiserial == coefficient)
    #expect(groups.welchPValue == pValue)
  }

  @Test(arguments: [0, 0.1, 0.5, 1, 1.96, 2.8, 4, 6, 11, 100] as [Double])
  func `the normal distribution is near the exact one`(distance: Double) {
    // Both groups have the variance 2, so that t is the distance of the means by √2.
    let groups = TwoGroups(tagged: [distance - 1, distance + 1], other: [-1, 1])
    #expect(abs(groups.welchPValue - erfc(distance / 2)) < 3e-7)
  }
}

internal import Nursery

/// A row of bars, one for each day, as SVG that stands within a page.
struct DayBars {
  /// What is shown, such as `Fed`.
  let title: String
  /// The days and their values, without gaps.
  let values: [(day: CivilDay, value: Double)]
  /// A value as text.
  let text: (Double) -> String

  private static let (width, height, left) = (720, 90, 8)

  var svg: String {
    let most = values.map(\.value).max() ?? 0
    let step = Double(Self.width - 2 * Self.left) / Double(max(1, values.count))
    var lines = [
      "<figure><figcaption>\(HTMLText.escaped(title)), at most \(HTMLText.escaped(text(most)))"
        + " a day</figcaption>",
      #"<svg viewBox="0 0 \#(Self.width) \#(Self.height + 4)" role="img">"#,
    ]
    for (index, item) in values.enumerated() where item.value > 0 && most > 0 {
      let bar = max(1, Int((item.value / most * Double(Self.height)).rounded()))
      let x = Double(Self.left) + Double(index) * step
      lines.append(
        #"<rect x="\#(tenths(x))" y="\#(Self.height - bar)" width="\#(tenths(max(step * 0.8, 0.5)))" height="\#(bar)"><title>\#(item.day): \#(HTMLText.escaped(text(item.value)))</title></rect>"#
      )
    }
    return (lines + ["</svg></figure>"]).joined(separator: "\n")
  }

  private func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}

internal import Nursery

/// A row of bars, one for each day, with its axes, as SVG that stands within a page.
struct DayBars {
  /// What is shown, such as `Fed`.
  let title: String
  /// The days and their values, without gaps.
  let values: [(day: CivilDay, value: Double)]
  /// A value as text.
  let text: (Double) -> String

  private static let (width, height, left, top) = (720, 90, 56, 8)

  var svg: String {
    let most = values.map(\.value).max() ?? 0
    let step = Double(Self.width - Self.left - 8) / Double(max(1, values.count))
    let size = "\(Self.width) \(Self.top + Self.height + 16)"
    var lines = [
      "<figure><figcaption>\(caption(most, HTMLText.escaped))</figcaption>",
      #"<svg viewBox="0 0 \#(size)" role="img" aria-label="\#(caption(most, HTMLText.plain))">"#,
    ]
    lines += axes(most)
    for (index, item) in values.enumerated() where item.value > 0 && most > 0 {
      let bar = max(1, Int((item.value / most * Double(Self.height)).rounded()))
      let x = Double(Self.left) + Double(index) * step
      lines.append(
        #"<rect x="\#(tenths(x))" y="\#(Self.top + Self.height - bar)" width="\#(tenths(max(step * 0.8, 0.5)))" height="\#(bar)"><title>\#(item.day): \#(HTMLText.plain(text(item.value)))</title></rect>"#
      )
    }
    return (lines + ["</svg></figure>"]).joined(separator: "\n")
  }

  private func caption(_ most: Double, _ html: (String) -> String) -> String {
    "\(html(title)), at most \(html(text(most))) a day"
  }

  /// Lines at nothing, half and all of the most, and the first and last day.
  private func axes(_ most: Double) -> [String] {
    var lines = [(0.0, "0"), (0.5, text(most / 2)), (1, text(most))].flatMap { share, label in
      let y = Double(Self.top) + Double(Self.height) * (1 - share)
      return [
        #"<line x1="\#(Self.left)" x2="\#(Self.width - 8)" y1="\#(tenths(y))" y2="\#(tenths(y))"/>"#,
        mark(label, x: Self.left - 4, y: y + 3, "end"),
      ]
    }
    let below = Double(Self.top + Self.height + 12)
    if let first = values.first?.day, let last = values.last?.day {
      lines.append(mark(first.description, x: Self.left, y: below, "start"))
      if first != last {
        lines.append(mark(last.description, x: Self.width - 8, y: below, "end"))
      }
    }
    return lines
  }

  private func mark(_ text: String, x: Int, y: Double, _ anchor: String) -> String {
    #"<text x="\#(x)" y="\#(tenths(y))" text-anchor="\#(anchor)">\#(HTMLText.plain(text))</text>"#
  }

  private func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}

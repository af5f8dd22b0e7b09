import Foundation

/// The table as a picture: a bar for each row, to the right of the middle where it is better here.
///
/// It has no scripts, and its colours follow whether whoever looks at it likes light or dark.
struct BenchPicture {
  private static let (width, left, middle, reach) = (960.0, 20.0, 660.0, 170.0)
  private static let (top, row) = (104.0, 34.0)
  /// The ratio at the end of the longest bar.
  private static let most = 8.0

  private let report: BenchReport

  init(_ report: BenchReport) { self.report = report }

  /// The file's content.
  var text: String {
    let notes = report.notes
    let measures = Measure.allCases.filter { report.figures.values[$0] != nil }
    let bottom = Self.top + Double(measures.count) * Self.row
    let height = bottom + 34 + Double(notes.count) * 19
    let bars = measures.enumerated().map { bar($1, at: Self.top + Double($0) * Self.row) }
    let words = notes.enumerated().map {
      label($1, Self.left, bottom + 36 + Double($0) * 19, "note")
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" \
      width="\(Self.width)" height="\(height)" font-family="Helvetica, Arial, sans-serif">
      <title>Daybook on this machine, beside ours</title>
      \(Self.style)
      <rect class="paper" width="100%" height="100%"/>
      \(label("Daybook on this machine", Self.left, 36, "title"))
      \(label("Bars to the right: faster here, or smaller, than ours.", Self.left, 60, "note"))
      \(scale(to: bottom))
      \(bars.joined(separator: "\n"))
      \(words.joined(separator: "\n"))
      </svg>

      """
  }

  private static let style = """
    <style>
      .paper { fill: #ffffff } text { fill: #1d2733; font-size: 14px }
      .title { font-size: 20px; font-weight: bold } .note { fill: #52606d; font-size: 13px }
      .line { stroke: #d5dde5 } .ours { stroke: #52606d; stroke-width: 1.5 }
      .better { fill: #2a78b8 } .worse { fill: #c8791b }
      @media (prefers-color-scheme: dark) {
        .paper { fill: #14191f } text { fill: #e6ebf0 } .note { fill: #a3b1bf }
        .line { stroke: #323c47 } .ours { stroke: #a3b1bf }
        .better { fill: #5fa8e0 } .worse { fill: #e5a04c }
      }
    </style>
    """

  private static let ratios: [(Double, String)] = [
    (0.125, "1/8×"), (0.25, "1/4×"), (0.5, "1/2×"), (1, "ours"), (2, "2×"), (4, "4×"), (8, "8×"),
  ]

  /// Lines at ratios.
  private func scale(to bottom: Double) -> String {
    Self.ratios.map { ratio, name in
      let x = Self.place(ratio)
      let line = "d=\"M\(x) \(Self.top - 8) V\(bottom)\""
      return "<path class=\"\(ratio == 1 ? "ours" : "line")\" \(line)/>\n"
        + label(name, x, Self.top - 16, "note", anchor: "middle")
    }.joined(separator: "\n")
  }

  private func bar(_ measure: Measure, at y: Double) -> String {
    let value = report.figures.values[measure] ?? 0
    let middle = y + Self.row / 2 + 5
    var parts = [
      label(measure.title, Self.left, middle),
      label(
        BenchReport.text(value, measure.unit), Self.middle - Self.reach - 14, middle,
        anchor: "end"),
    ]
    if let ratio = report.figures.times(OurFigures.figures, measure) {
      let end = Self.place(ratio)
      let (start, width) = (min(end, Self.middle), max(abs(end - Self.middle), 1))
      parts.append(
        """
        <rect class="\(ratio < 1 ? "worse" : "better")" x="\(start)" y="\(y + 8)" \
        width="\(width)" height="\(Self.row - 16)" rx="3"/>
        """)
    }
    let end = Self.width - Self.left
    parts.append(label(report.times(measure), end, middle, anchor: "end"))
    return parts.joined(separator: "\n")
  }

  /// Where a ratio is, by its logarithm.
  private static func place(_ ratio: Double) -> Double {
    let share = log2(ratio) / log2(most)
    return ((middle + reach * min(max(share, -1), 1)) * 10).rounded() / 10
  }

  private func label(
    _ words: String, _ x: Double, _ y: Double, _ kind: String = "", anchor: String = "start"
  ) -> String {
    let words = words.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let kind = kind.isEmpty ? "" : " class=\"\(kind)\""
    return "<text\(kind) x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(words)</text>"
  }
}

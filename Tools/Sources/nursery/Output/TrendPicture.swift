import DaybookTool
import Nursery

/// The charts as one picture: a row of bars for each.
struct TrendPicture {
  private let trends: [Trend]
  private let first: CivilDay

  init(_ trends: [Trend], first: CivilDay) {
    self.trends = trends
    self.first = first
  }

  var svg: String {
    let days = trends.first?.values.count ?? 0
    let (bar, height, left) = (12, 60, 190)
    let size = (width: left + days * bar + 20, height: trends.count * (height + 30) + 20)
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(size.width)" height="\#(size.height)" font-family="sans-serif" font-size="12">"#
    ]
    for (row, trend) in trends.enumerated() {
      let base = row * (height + 30) + height + 20
      let label = Self.escaped("\(trend.name): \(trend.measure)")
      lines.append(#"<text x="8" y="\#(base - 14)">\#(label)</text>"#)
      lines.append(
        #"<text x="8" y="\#(base)" fill="gray">up to \#(Self.escaped(trend.most))</text>"#)
      for (index, value) in trend.values.enumerated() where value > 0 {
        let share = Int((value / (trend.values.max() ?? 1) * Double(height)).rounded())
        let day = CivilDay(daysSince1970: first.daysSince1970 + Int32(index))
        lines.append(
          #"<rect x="\#(left + index * bar)" y="\#(base - share)" width="\#(bar - 2)" height="\#(share)" fill="steelblue"><title>\#(day)</title></rect>"#
        )
      }
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}

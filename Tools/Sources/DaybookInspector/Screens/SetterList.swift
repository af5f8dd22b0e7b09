import Daybook
import DaybookTool

/// Who set the properties of a thing, by transaction.
struct SetterList {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  func html(_ origins: [History.FieldOrigin], _ reader: borrowing Reader) throws -> HTML {
    var order: [UInt64] = []
    var groups: [UInt64: [History.FieldOrigin]] = [:]
    for origin in origins where !origin.isUntouched {
      let number = origin.transaction?.number ?? 0
      if groups[number] == nil { order.append(number) }
      groups[number, default: []].append(origin)
    }
    let items = try order.sorted().map { number -> HTML in
      let group = groups[number] ?? []
      let names = group.map { $0.name ?? "field \($0.number)" }.joined(separator: ", ")
      guard let transaction = group.first?.transaction else {
        return "<li>what was purged: \(names)</li>"
      }
      let late: HTML =
        group.contains(where: \.isLate) ? #" <span class="mark late">came late</span>"# : ""
      return """
        <li>\(try reader.writer(of: transaction) ?? "somebody"), \
        \(context.clock.html(transaction.wallTime)) \
        (\(context.link(number)))\(late): \(names)</li>
        """
    }
    return "<ul class=\"properties\">\(items)</ul>"
  }
}

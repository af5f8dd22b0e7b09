internal import Daybook
internal import Interchange
internal import Nursery

/// Feeds: at the breast, from the bottle, both at once, and solid food.
extension NaraRow {
  /// A feed at the breast and one from the bottle, of which one may not have been.
  mutating func combination(
    _ type: String, _ start: Date
  ) throws(RowRefusal) -> [Entry] {
    let bottle = try NaraBottle(told, type)
    let sides = try sides(type)
    let hasBreast = sides.left + sides.right > 0 || !bottle.isThere
    let breast =
      hasBreast
      ? [
        Entry(
          type + "/breast",
          try breastfeed(type, start, bottle.isThere ? [] : ["Type", "Formula Name"]))
      ] : []
    let bottles = bottle.isThere ? feeds(bottle, start) : []
    return breast + bottles.map { Entry(type + "/bottle" + $0.part, $0.feed) }
  }

  /// The feeds from a bottle.
  mutating func feeds(
    _ bottle: NaraBottle, _ start: Date
  ) -> [(part: String, feed: FeedSession)] {
    if bottle.isContradicted { warn(.contentDiffers) }
    return bottle.feeds.map { feed in
      (
        feed.part,
        FeedSession(
          baby: baby, start: start, end: start, amount: feed.amount, content: feed.content,
          route: .bottle, memo: memo([], after: bottle.lines))
      )
    }
  }

  /// Seconds at each breast; 0 where nothing is told.
  func sides(_ type: String) throws(RowRefusal) -> (left: Double, right: Double) {
    (try side("[\(type)] Left Duration (Seconds)"), try side("[\(type)] Right Duration (Seconds)"))
  }

  func side(_ column: String) throws(RowRefusal) -> Double {
    let seconds = try told.number(column) ?? 0
    guard (0...86_400).contains(seconds) else {
      throw RowRefusal(
        column, "“\(cells[column].trimmed)” seconds at a side are not between none and a day.")
    }
    return seconds
  }

  /// The sides are those with a duration; without any those at which it began and ended. How long
  /// each of two took is in the memo, that at which it began first.
  ///
  /// - Parameter kept: fields that have no property of their own.
  mutating func breastfeed(
    _ type: String, _ start: Date, _ kept: [String] = []
  ) throws(RowRefusal) -> FeedSession {
    let (left, right) = try sides(type)
    let columns = ["Begin", "End"].map { "[\(type)] \($0) Side" }
    let named = columns.map { side(named: $0) }
    let isTimed = left > 0 || right > 0
    let isLeft = isTimed ? left > 0 : named.contains(.left)
    let isRight = isTimed ? right > 0 : named.contains(.right)
    for (column, side) in zip(columns, named)
    where side == .left && !isLeft || side == .right && !isRight {
      cells.noteChange(of: column)
    }
    if !isLeft, !isRight { warn(.sideUnreadable) }
    let route: FeedRoute =
      isLeft && isRight
      ? .breast(.both) : isLeft ? .breast(.left) : isRight ? .breast(.right) : .other("Breast")
    return FeedSession(
      baby: baby, start: start, end: start.addingTimeInterval(left + right),
      content: .breastMilk, route: route,
      memo: memo(
        kept.map { "[\(type)] \($0)" }, after: left > 0 && right > 0 ? [sideTimes(type)] : []))
  }

  /// The side that a cell names, in any case of its letters.
  func side(named column: String) -> BreastSide? {
    cells.value(column) { text in
      switch text.lowercased() {
      case "left": .left
      case "right": .right
      default: nil
      }
    }
  }

  func sideTimes(_ type: String) -> String {
    let sides = ["Left", "Right"].map {
      "\($0.lowercased()) \(cells["[\(type)] \($0) Duration (Seconds)"].trimmed) s"
    }
    let isRightFirst = side(named: "[\(type)] Begin Side") == .right
    return (isRightFirst ? sides.reversed() : sides).joined(separator: ", ")
  }

  func solids(_ type: String, _ start: Date) -> FeedSession {
    let columns = columns(of: type)
    return FeedSession(
      baby: baby, start: start, end: start, content: .solidFood, memo: memo(columns))
  }
}

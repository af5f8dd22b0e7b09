/// The times that people are shown of a store's own transactions, in the order of the log.
///
/// Times go up with the log but where a clock was wrong: one ahead once gives a time that all later
/// ones are before, and one behind a time that all earlier ones are after. So what counts is the
/// longest run of transactions whose times go up; the others are where they stand among these.
package struct ShownTimes {
  private var numbers: [UInt64] = []
  private var times: [Int64] = []

  /// - Parameters:
  ///   - floor: a transaction before all that are added.
  ///   - time: what it shows, or when it was there.
  package init(after floor: UInt64, showing time: Date) {
    add(floor, time)
  }

  package mutating func add(_ number: UInt64, _ time: Date) {
    numbers.append(number)
    times.append(time.milliseconds)
  }

  /// The last transaction that shows a time by then, with those of other stores that follow it.
  /// O(n log n) for n transactions.
  ///
  /// - Parameter newest: the last of all.
  package func last(by date: Date, through newest: UInt64) -> Place {
    let milliseconds = date.milliseconds
    let isEarly = { times[$0] <= milliseconds }
    let later = 1..<times.count
    let next = later.contains(where: isEarly) ? (rising.last(where: isEarly) ?? 0) + 1 : 1
    return Place(
      number: next < numbers.count ? numbers[next] - 1 : newest, isPast: next < numbers.count,
      isOutOfOrder: later.contains { isEarly($0) != ($0 < next) })
  }

  /// Where a time is in the log.
  package struct Place {
    /// The last transaction by then.
    package let number: UInt64
    /// Whether one of the store's own follows.
    package let isPast: Bool
    /// Whether a clock was wrong: one of the store's own before this place shows a later time, or
    /// one after it an earlier one.
    package let isOutOfOrder: Bool
  }

  /// The indices of the longest run of times that go up; of several the one with the earlier times.
  ///
  /// Source: C. Schensted, "Longest increasing and decreasing subsequences", 1961 (patience
  /// sorting).
  private var rising: [Int] {
    // The last index of the run of each length whose last time is the earliest.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: times.count)
    for index in times.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if times[ends[middle]] <= times[index] { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [Int] = []
    var next = ends.last
    while let index = next {
      run.append(index)
      next = before[index]
    }
    return run.reversed()
  }
}

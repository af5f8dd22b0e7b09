extension Array {
  /// The index of the first element for which the condition holds, which holds for all after it;
  /// the count when it holds for none.
  func partitioningIndex(_ condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Which terms of an entity came, went and stayed, by their places in the lists.
///
/// By their bytes, which are what is stored: texts may be equal in Swift and be written in two
/// ways. In the order of the lists, so that one history gives one file.
@usableFromInline
struct TermDifference<Places: Sequence<Int>> {
  /// Places in the old list.
  @usableFromInline var gone: Places
  /// Places in the new list.
  @usableFromInline var come: Places
  /// Places in the new list, when they are asked for.
  @usableFromInline var kept: Places

  @usableFromInline
  init(gone: Places, come: Places, kept: Places) {
    (self.gone, self.come, self.kept) = (gone, come, kept)
  }
}

extension TermDifference where Places == BitPlaces {
  /// Compares lists of few short terms, without memory of their own; nil when they are not such.
  ///
  /// - Parameter wantsKept: whether the terms that stay are asked for.
  @inlinable
  static func few<Term: OrderedKey>(
    from old: [Term], to new: [Term], wantsKept: Bool
  ) -> TermDifference? {
    if old.count + new.count < 2 {
      return TermDifference(
        gone: BitPlaces(bits: UInt64(old.count)), come: BitPlaces(bits: UInt64(new.count)),
        kept: BitPlaces(bits: 0))
    }
    guard old.count <= FewTerms.limit, new.count <= FewTerms.limit else { return nil }
    if old.isEmpty || new.isEmpty {
      let all = KeyWriter.temporary { FewTerms(old.isEmpty ? new : old, &$0).distinct($0) }
      return all.map {
        TermDifference(
          gone: BitPlaces(bits: old.isEmpty ? 0 : $0), come: BitPlaces(bits: old.isEmpty ? $0 : 0),
          kept: BitPlaces(bits: 0))
      }
    }
    return KeyWriter.temporary { one in
      let before = FewTerms(old, &one)
      return KeyWriter.temporary { two in
        FewTerms(new, &two).difference(two, from: before, one, wantsKept: wantsKept)
      }
    }
  }
}

extension TermDifference where Places == [Int] {
  /// Compares lists of any length.
  @inlinable
  static func many<Term: OrderedKey>(from old: [Term], to new: [Term]) -> TermDifference {
    between(old.map(\.keyBytes), new.map(\.keyBytes))
  }

  @usableFromInline
  static func between(_ old: [[UInt8]], _ new: [[UInt8]]) -> TermDifference {
    var difference = TermDifference(gone: [], come: [], kept: [])
    var before = Set(old)
    var seen: Set<[UInt8]> = []
    for (place, term) in new.enumerated() where seen.insert(term).inserted {
      if before.contains(term) {
        difference.kept.append(place)
      } else {
        difference.come.append(place)
      }
    }
    for (place, term) in old.enumerated() where !seen.contains(term) {
      if before.remove(term) != nil { difference.gone.append(place) }
    }
    return difference
  }
}

/// Where a few terms end that lie one after the other in a writer.
@usableFromInline
struct FewTerms {
  @usableFromInline static var limit: Int { 16 }

  @usableFromInline var ends = SIMD16<UInt16>()
  @usableFromInline let count: Int

  /// Encodes terms, at most `limit`.
  @inlinable @inline(__always)
  init<Term: OrderedKey>(_ terms: [Term], _ keys: inout KeyWriter) {
    count = terms.count
    for place in 0..<count {
      terms[place].encode(into: &keys)
      ends[place] = UInt16(truncatingIfNeeded: keys.count)
    }
  }

  /// The places of the terms without those that are there already; nil when their bytes did not
  /// fit.
  @usableFromInline
  func distinct(_ keys: borrowing KeyWriter) -> UInt64? {
    if keys.overflowed { return nil }
    let terms = Bytes(self, keys)
    var distinct: UInt64 = 0
    for place in 0..<count where terms.place(of: terms[place], before: place) == nil {
      distinct |= 1 << UInt64(place)
    }
    return distinct
  }

  /// What differs from the terms of before; nil when the bytes of one of the lists did not fit.
  @usableFromInline
  func difference(
    _ keys: borrowing KeyWriter, from old: FewTerms, _ oldKeys: borrowing KeyWriter,
    wantsKept: Bool
  ) -> TermDifference<BitPlaces>? {
    if keys.overflowed || oldKeys.overflowed { return nil }
    let (new, old) = (Bytes(self, keys), Bytes(old, oldKeys))
    var (gone, come, kept) = (UInt64(0), UInt64(0), UInt64(0))
    if wantsKept || !new.isSame(as: old) {
      var stayed: UInt64 = 0
      for place in 0..<new.count where new.place(of: new[place], before: place) == nil {
        if let known = old.place(of: new[place], before: old.count) {
          kept |= 1 << UInt64(place)
          stayed |= 1 << UInt64(known)
        } else {
          come |= 1 << UInt64(place)
        }
      }
      for place in 0..<old.count where stayed & 1 << UInt64(place) == 0 {
        if old.place(of: old[place], before: place) == nil { gone |= 1 << UInt64(place) }
      }
    }
    return TermDifference(
      gone: BitPlaces(bits: gone), come: BitPlaces(bits: come), kept: BitPlaces(bits: kept))
  }

  /// The terms as bytes.
  private struct Bytes {
    // Safety: the bytes of a writer, used while it is there.
    let all: BorrowedBytes
    let ends: SIMD16<UInt16>
    let count: Int

    init(_ terms: FewTerms, _ keys: borrowing KeyWriter) {
      (all, ends, count) = (keys.bytes, terms.ends, terms.count)
    }

    subscript(place: Int) -> BorrowedBytes {
      let start = place == 0 ? 0 : Int(ends[place - 1])
      return UnsafeRawBufferPointer(rebasing: all[start..<Int(ends[place])])
    }

    /// Whether the terms are the same, in the same order; terms say by themselves where they end.
    func isSame(as other: Bytes) -> Bool { count == other.count && all.equals(other.all) }

    /// Where a term is among the first ones; nil when it is not.
    func place(of term: BorrowedBytes, before end: Int) -> Int? {
      var place = 0
      while place < end {
        if self[place].isShortlyEqual(to: term) { return place }
        place += 1
      }
      return nil
    }
  }
}

extension BorrowedBytes {
  /// As `equals`, and fast for eight to sixteen bytes, which most terms have.
  @inline(__always)
  fileprivate func isShortlyEqual(to other: BorrowedBytes) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else { return equals(other) }
    let first = loadUnaligned(as: UInt64.self) == other.loadUnaligned(as: UInt64.self)
    guard first else { return false }
    let last = count - 8
    let isEqual =
      loadUnaligned(fromByteOffset: last, as: UInt64.self)
      == other.loadUnaligned(fromByteOffset: last, as: UInt64.self)
    return isEqual && (count <= 16 || equals(other))
  }
}

/// Places in a list, in its order, as bits.
@usableFromInline
struct BitPlaces: Sequence, IteratorProtocol {
  @usableFromInline var bits: UInt64

  @usableFromInline init(bits: UInt64) { self.bits = bits }

  @inlinable @inline(__always)
  mutating func next() -> Int? {
    if bits == 0 { return nil }
    defer { bits &= bits - 1 }
    return bits.trailingZeroBitCount
  }
}

/// The characters of a text that show nothing by themselves, and which of them belong to what is
/// seen around them.
///
/// Source: the contextual rules for joiners of RFC 5892, appendix A.1 and A.2; the sequences of
/// Unicode Technical Standard 51.
struct UnseenCharacters {
  private let scalars: [Unicode.Scalar]

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// Whether the character at a place shows nothing and is part of nothing that is seen.
  func isHidden(_ place: Int) -> Bool {
    guard scalars[place].isUnseen else { return false }
    return switch scalars[place].value {
    case 0xFE0E, 0xFE0F: !stylesPicture(place)
    case 0xFE00...0xFE0D: !isAfter(place, \.hasVariants)
    case 0x180B...0x180D, 0x180F: !isAfter(place, \.isMongolian)
    case 0xE0100...0xE01EF: !isAfter(place, \.properties.isIdeographic)
    case 0x200D: !joinsPictures(place) && !isBesideVirama(place) && !joinsLetter(place)
    case 0x200C: !isAfter(place, \.isVirama) && !partsLetters(place)
    case 0x180E: !isBetween(place, \.isMongolian)
    case 0x200B: !isBetween(place, \.isOfWordsWithoutBlanks)
    case 0xE0020...0xE007F: !isOfFlag(place)
    default: true
    }
  }

  private func scalar(before place: Int) -> Unicode.Scalar? {
    place > 0 ? scalars[place - 1] : nil
  }

  private func scalar(after place: Int) -> Unicode.Scalar? {
    place + 1 < scalars.count ? scalars[place + 1] : nil
  }

  private func isBetween(_ place: Int, _ isSo: (Unicode.Scalar) -> Bool) -> Bool {
    guard let before = scalar(before: place), let after = scalar(after: place) else {
      return false
    }
    return isSo(before) && isSo(after)
  }

  /// Whether it shows another form of what stands before it, such as of an ideograph.
  private func isAfter(_ place: Int, _ isSo: (Unicode.Scalar) -> Bool) -> Bool {
    scalar(before: place).map(isSo) ?? false
  }

  /// Whether what stands before it is shown as a picture, or as text, because of it.
  private func stylesPicture(_ place: Int) -> Bool {
    guard let before = scalar(before: place), before.properties.isEmoji else { return false }
    // A digit looks as ever, but within a keycap.
    return before.value > 0x7F || scalar(after: place)?.value == 0x20E3
  }

  /// Whether letters are shown joined because of it. Beyond the rule it may stand before the sign
  /// too, as in Bengali and Kannada, where another form is seen then.
  private func isBesideVirama(_ place: Int) -> Bool {
    isAfter(place, \.isVirama) || scalar(after: place)?.isVirama == true
  }

  /// Whether a letter of a script that joins its letters has another form because of it, as where
  /// Persian ends an abbreviation with a joined letter. Next to another such letter nothing is
  /// otherwise for it.
  private func joinsLetter(_ place: Int) -> Bool {
    let (before, after) = (scalar(before: place), scalar(after: place))
    return (before?.joinsNext == true) != (after?.joinsBefore == true)
  }

  /// Whether two letters, which may have marks, would be joined without it.
  private func partsLetters(_ place: Int) -> Bool {
    let before = scalars[..<place].last { !$0.isMark }
    let after = scalars[(place + 1)...].first { !$0.isMark }
    return before?.joinsNext == true && after?.joinsBefore == true
  }

  /// Whether two emoji are one because of it.
  private func joinsPictures(_ place: Int) -> Bool {
    let isStyled = scalar(before: place).map { [0xFE0E, 0xFE0F].contains($0.value) } ?? false
    guard let before = scalar(before: isStyled ? place - 1 : place),
      let after = scalar(after: place)
    else { return false }
    return before.isPicture && after.isPicture
  }

  /// Whether it is one of the tags that make a black flag that of a region: up to seven letters and
  /// digits, then the end.
  private func isOfFlag(_ place: Int) -> Bool {
    var first = place
    while first > 0, place - first < 8, scalars[first - 1].isTag { first -= 1 }
    guard scalar(before: first)?.value == 0x1F3F4 else { return false }
    let region = scalars[first...].prefix { $0.isTag && $0.value != 0xE007F }
    return 3...7 ~= region.count && place <= region.endIndex && region.endIndex < scalars.count
      && scalars[region.endIndex].value == 0xE007F
  }
}

extension Unicode.Scalar {
  /// Whether nothing is seen of it by itself, or other text is shown elsewhere because of it.
  var isUnseen: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case ..<0xAD: false
    case 0x2028, 0x2029, 0xFFF9...0xFFFB: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// The sign that takes the vowel from a letter, and joins it with the next one.
  var isVirama: Bool { properties.canonicalCombiningClass == .virama }

  var isMark: Bool { properties.generalCategory == .nonspacingMark }

  /// Letters that join the one before them: of Arabic, Syriac, N'Ko, Mongolian and Adlam.
  ///
  /// Source: the joining types R and D in `ArabicShaping.txt` of Unicode.
  var joinsBefore: Bool {
    switch value {
    case 0x0621, 0x0640, 0x0674, 0x08AD: false
    case 0x0620...0x064A, 0x066E...0x06D3, 0x06D5, 0x06EE...0x06EF, 0x06FA...0x06FC, 0x06FF,
      0x0710...0x072F, 0x074D...0x077F, 0x07CA...0x07EA, 0x08A0...0x08C7, 0x1820...0x1878,
      0x1887...0x18A8, 0x18AA, 0x1E900...0x1E943:
      !isMark
    default: false
    }
  }

  /// Those of them that join the one after them, too.
  ///
  /// Source: the joining type D in the same file.
  var joinsNext: Bool {
    switch value {
    case 0x0622...0x0625, 0x0627, 0x0629, 0x062F...0x0632, 0x0648, 0x0671...0x0673,
      0x0675...0x0677, 0x0688...0x0699, 0x06C0, 0x06C3...0x06CB, 0x06CD, 0x06CF,
      0x06D2...0x06D3, 0x06D5, 0x06EE...0x06EF, 0x0710, 0x0715...0x0719, 0x071E, 0x0728,
      0x072A, 0x072C, 0x072F, 0x074D, 0x0759...0x075B, 0x076B...0x076C, 0x0771,
      0x0773...0x0774, 0x0778...0x0779, 0x08AA...0x08AC, 0x08AE, 0x08B1...0x08B2, 0x08B9:
      false
    default: joinsBefore
    }
  }

  /// Those of Thai, Lao, Myanmar, Khmer and their kin, in which an unseen space says where a line
  /// may end.
  var isOfWordsWithoutBlanks: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF,
      0xA9E0...0xA9FF, 0xAA60...0xAADF:
      properties.isIDContinue
    default: false
    }
  }

  /// Those of which Unicode lists variants: of Myanmar, Phags-pa and Manichaean, hieroglyphs, signs
  /// of mathematics, ideographs and their punctuation.
  ///
  /// Source: `StandardizedVariants.txt` of Unicode.
  var hasVariants: Bool {
    switch value {
    case 0x1000...0x109F, 0x2200...0x22FF, 0x2A00...0x2AFF, 0x3001...0x3002, 0xA840...0xA877,
      0xAA60...0xAA7F, 0xFF01...0xFF1F, 0x10AC0...0x10AF6, 0x13000...0x1342F:
      true
    default: properties.isIdeographic
    }
  }

  var isMongolian: Bool { 0x1820...0x18AA ~= value }

  var isPicture: Bool { value > 0xFF && properties.isEmoji }

  var isTag: Bool { 0xE0020...0xE007F ~= value }
}

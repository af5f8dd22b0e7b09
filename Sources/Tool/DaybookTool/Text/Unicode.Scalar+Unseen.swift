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

  /// Letters, digits and marks from Arabic to Myanmar, of Khmer and Mongolian, and of their kin.
  var isOfJoiningScript: Bool {
    switch value {
    case 0x0600...0x109F, 0x1780...0x18AF, 0x1900...0x1AAF, 0x1B00...0x1C4F, 0x1CD0...0x1CFF,
      0xA800...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFE, 0x10A00...0x11FFF, 0x1E900...0x1E95F:
      properties.isIDContinue
    default: false
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

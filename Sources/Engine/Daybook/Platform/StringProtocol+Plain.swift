internal import Foundation

extension StringProtocol {
  /// In lower case without accents, as a search and names on a command line are compared.
  package var plain: String {
    let plain = decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
      $0.properties.generalCategory != .nonspacingMark
    }
    return String(String.UnicodeScalarView(plain)).lowercased()
  }
}

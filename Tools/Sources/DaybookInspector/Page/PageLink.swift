import Foundation

/// The address of a page of the inspector, as seen from any other.
public struct PageLink: Sendable {
  /// The page and its query, such as `entity?kind=feed&id=…`.
  public let address: String

  /// A page with what its query says; a part without a value is left out.
  public init(_ page: String, _ query: (name: String, value: String?)...) {
    let parts = query.compactMap { part in
      part.value.map { "\(part.name)=\(Self.encoded($0))" }
    }
    address = page + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }

  /// A transaction.
  static func transaction(_ number: UInt64) -> PageLink {
    PageLink("transaction", ("n", "\(number)"))
  }

  /// An entity.
  static func entity(_ kind: String, _ id: UUID) -> PageLink {
    PageLink("entity", ("kind", kind), ("id", id.uuidString))
  }

  /// Why a row of a view is as it is.
  ///
  /// - Parameter key: the row's key as it is stored; `OrderedKey.keyBytes`.
  public static func why(view: String, table: String, key: [UInt8]) -> PageLink {
    PageLink("why", ("view", view), ("table", table), ("key", Hexadecimal.text(key)))
  }

  /// Everything but what RFC 3986 calls unreserved is written as bytes.
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}

/// A row of a view with its Swift types.
package struct DecodedRow: Sendable {
  package let key: any OrderedKey
  package let row: any PayloadCodable
}

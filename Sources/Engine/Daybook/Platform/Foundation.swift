// `UUID` and `Date` are part of the API, so whoever imports Daybook has them.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif

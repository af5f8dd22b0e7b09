internal import LMDB

extension StoreOptions.PageChecks {
  /// The same for the layer below.
  var setting: PageChecks {
    switch self {
    case .atOpen: .atOpen
    case .inBackground: .inBackground
    case .none: .none
    }
  }
}

#if Tools
public import Daybook

extension StoreTool {
  /// What every command opens stores with.
  ///
  /// All pages are looked at first, so that a damaged one is told of and does not end the
  /// process. Samples are not, also in debug builds: `verify` and `doctor` say what is wrong.
  public static var storeOptions: StoreOptions {
    var options = StoreOptions()
    options.process = name
    if let fixed = Surroundings.current.fixedClock { options.now = fixed }
    options.pageChecks = .atOpen
    options.readsSamples = false
    return options
  }
}
#endif

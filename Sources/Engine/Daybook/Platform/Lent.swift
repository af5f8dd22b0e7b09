/// An object that somebody else keeps for as long as this is used, so that copies need not count
/// references.
// Safety: whoever makes one names who keeps the object.
struct Lent<Object: AnyObject>: @unchecked Sendable {  // as the object is
  private let reference: Unmanaged<Object>

  init(_ object: Object) { reference = .passUnretained(object) }

  var object: Object { reference.takeUnretainedValue() }
}

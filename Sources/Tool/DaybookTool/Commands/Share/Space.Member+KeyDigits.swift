import Daybook
import DaybookSync

extension Space.Member {
  /// The twenty digits with which it was enrolled, as its request showed them.
  var keyDigits: String { EnrolmentRequest(replica: replica, publicKey: key).checkDigits }
}

// What the macros write names the types of Daybook, so whoever imports them has those.
@_exported public import Daybook

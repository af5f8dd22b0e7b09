// A tool names the schema of its app, so whoever imports this has what Daybook has.
@_exported public import Daybook

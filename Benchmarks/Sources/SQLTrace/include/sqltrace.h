// Nothing to call: this library replaces functions of libsqlite3 when it is preloaded.

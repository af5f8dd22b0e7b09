// Nothing to call: this library replaces functions of liblmdb when it is preloaded.

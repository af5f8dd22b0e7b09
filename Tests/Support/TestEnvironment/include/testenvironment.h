// Nothing to call: it is enough to link it.

// A record of the calls into liblmdb that one process makes within write transactions.
//
// LD_PRELOAD=libcalltrace.so DAYBOOK_CALLS=FILE program …
//
// FILE is a sequence of `struct call`, each followed by `key` bytes: the key, or the table's name.
#ifndef DAYBOOK_CALLRECORD_H
#define DAYBOOK_CALLRECORD_H

#include <stdint.h>

enum call_kind {
  CALL_BEGIN = 1,
  CALL_COMMIT,
  CALL_ABORT,
  CALL_OPEN,
  CALL_PUT,
  CALL_GET,
  CALL_DEL,
  CALL_CURSOR,
  CALL_CURSOR_PUT,
  CALL_CURSOR_GET,
  CALL_CURSOR_CLOSE
};

struct call {
  uint8_t kind;
  // Or the cursor; of CALL_CURSOR, whose flags are the table, and the following ones.
  uint8_t table;
  uint16_t key;
  uint32_t value;
  uint32_t flags;
};

#endif

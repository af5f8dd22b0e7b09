// A record of the statements that one process runs through libsqlite3.
//
// LD_PRELOAD=libsqltrace.so DAYBOOK_CALLS=FILE program …
//
// FILE is a sequence of `struct sql_call`, each followed by `size` bytes: the SQL, or a bound
// value.
#ifndef DAYBOOK_SQLRECORD_H
#define DAYBOOK_SQLRECORD_H

#include <stdint.h>

enum sql_kind { SQL_PREPARE = 1, SQL_INT, SQL_DOUBLE, SQL_TEXT, SQL_BLOB, SQL_NULL, SQL_STEP, SQL_RESET };

struct sql_call {
  uint8_t kind;
  uint8_t index;
  uint16_t statement;
  uint32_t size;
};

// What the recorded program prepares just before the part that is measured.
#define SQL_MARK "SELECT 'measured from here'"

#endif

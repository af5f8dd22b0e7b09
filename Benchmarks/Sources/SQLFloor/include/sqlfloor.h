// Does again what `sqltrace` recorded, with nothing around libsqlite3: what no wrapper can
// undercut.
#ifndef DAYBOOK_SQLFLOOR_H
#define DAYBOOK_SQLFLOOR_H

#include <stdbool.h>

#include "sqlrecord.h"

typedef struct sql_floor sql_floor;

// Opens `data.sqlite` in the directory `path` and does what was recorded in `file` up to its mark.
// A statement is prepared once, however often it was; columns are not fetched.
sql_floor *sql_floor_open(const char *path, const char *file);
void sql_floor_close(sql_floor *floor);

// Does the rest.
void sql_floor_run(sql_floor *floor);

// Does the rest up to the end of a transaction; false when there are no more.
bool sql_floor_transaction(sql_floor *floor);

// Does the rest by so many threads, which take a mutex for one transaction at a time.
void sql_floor_callers(sql_floor *floor, int threads);

#endif

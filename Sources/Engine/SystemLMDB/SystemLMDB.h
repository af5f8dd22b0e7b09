// The system's LMDB. CDaybook.h looks for this header, and for lmdb.h where another package has it.
#if __has_include(<lmdb.h>)
#include <lmdb.h>
#endif

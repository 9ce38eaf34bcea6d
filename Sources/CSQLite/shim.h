/* The parts of SQLite's C interface that Swift cannot import: a variadic call and a macro. */
#ifndef MARKET_CSQLITE_SHIM_H
#define MARKET_CSQLITE_SHIM_H

#include <sqlite3.h>

/* sqlite3_config is variadic. Memory statistics take a global mutex at each allocation; off, two
   threads read more than twice as fast with Debian's build. Call before any other use. */
static inline int market_sqlite_disable_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer: bound bytes are copied. */
static inline sqlite3_destructor_type market_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

#endif

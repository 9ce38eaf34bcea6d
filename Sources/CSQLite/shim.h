/* The parts of SQLite's C interface that Swift cannot import: a variadic call, a macro, and memory that other
   processes write. */
#ifndef MARKET_CSQLITE_SHIM_H
#define MARKET_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <string.h>

/* sqlite3_config is variadic. Memory statistics take a global mutex at each allocation; off, two
   threads read more than twice as fast with Debian's build. Call before any other use. */
static inline int market_sqlite_disable_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer: bound bytes are copied. */
static inline sqlite3_destructor_type market_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

/* Both copies of the header of the log's index (sqlite.org/walformat.html, 2.1), which every commit of any
   process changes: where they are mapped while the connection is open, or null without a log. The length of
   the first region of the index is part of its format. */
static inline const volatile void *market_sqlite_log_header(sqlite3 *connection) {
  sqlite3_file *file = 0;
  volatile void *region = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK || !file || !file->pMethods || file->pMethods->iVersion < 2) return 0;
  code = file->pMethods->xShmMap(file, 0, 32768, 0, &region);
  return code == SQLITE_OK ? region : 0;
}

enum { MARKET_SQLITE_LOG_HEADER_SIZE = 96 };

/* Copies the header; a copy that is torn equals no header that stays. */
static inline void market_sqlite_copy_log_header(const volatile void *header, void *copy) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  memcpy(copy, (const void *)header, MARKET_SQLITE_LOG_HEADER_SIZE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* Whether the header is what it was when it was copied. */
static inline int market_sqlite_log_header_is(const volatile void *header, const void *copy) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return memcmp((const void *)header, copy, MARKET_SQLITE_LOG_HEADER_SIZE) == 0;
}

#endif

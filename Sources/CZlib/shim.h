/* deflateInit2 is a macro over deflateInit2_, which wants the version and the struct's size. */
#ifndef MARKET_CZLIB_SHIM_H
#define MARKET_CZLIB_SHIM_H

#include <zlib.h>

/* A gzip stream (window bits 15 + 16) at the given level, 1 to 9. */
static inline int market_zlib_gzip_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif

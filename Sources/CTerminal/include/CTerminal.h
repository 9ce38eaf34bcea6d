/* Signal-safe restoring of the terminal. */
#ifndef MARKET_CTERMINAL_H
#define MARKET_CTERMINAL_H
#endif

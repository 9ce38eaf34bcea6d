#ifndef MARKET_CTERMINAL_H
#define MARKET_CTERMINAL_H

#include <poll.h>
#include <stddef.h>

/*
 * What a full-screen program must do from signal handlers, where Swift code may not run.
 *
 * One terminal for each process. All calls but cterminal_size, cterminal_wait and
 * cterminal_prepare_worker belong to the thread that draws; what the handlers read is written before
 * they are installed. Functions that can fail return 0 or the errno value.
 */

/* The bytes that arrive at the wake descriptor, one for each signal. */
enum {
  CTERMINAL_WAKE_RESIZED = 'W',
  CTERMINAL_WAKE_CONTINUED = 'C',
  CTERMINAL_WAKE_STOP_REQUESTED = 'Z',
};

/*
 * Saves the terminal's modes, makes it raw, writes `enter` and installs the handlers.
 *
 * TERM, HUP, INT, QUIT and the signals of a crash write `leave`, put the saved modes back and end
 * the process by the same signal with its default action. `enter` and `leave` must stay valid until
 * cterminal_close returns; `wake` must not block.
 */
int cterminal_open(int input, int output, int wake, const char *enter, size_t enter_length,
                   const char *leave, size_t leave_length);

/* Writes `leave`, puts the saved modes and the handlers of before back. */
void cterminal_close(void);

/*
 * Leaves the terminal and stops: the whole process group, as the terminal itself would on the stop
 * key, or this process alone. Returns after it was continued, with the terminal entered again.
 */
int cterminal_suspend(int whole_group);

/* Makes the terminal raw again after someone else may have changed it. */
int cterminal_reenter(void);

/* The terminal's size in cells; an error when it has none. */
int cterminal_size(int output, int *columns, int *rows);

/*
 * Waits like poll, but to the nanosecond: whole milliseconds make frames uneven. Without end when
 * the time is negative. Any thread.
 */
int cterminal_wait(struct pollfd *descriptors, size_t count, long long nanoseconds);

/*
 * Keeps signals that may be delivered to any thread away from the calling one, and gives it a stack
 * on which the handlers of its own faults can run.
 */
void cterminal_prepare_worker(void);

#endif

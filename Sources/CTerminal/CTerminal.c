/* Signal-safe restoring of the terminal. */
#include "CTerminal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Every signal that ends a process which does nothing about it, but SIGKILL and those that the program
 * ignores: SIGPIPE and SIGXFSZ. */
static const int ending[] = {SIGTERM, SIGHUP,    SIGINT,  SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM,
                             SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS,  SIGIO,   SIGPWR,  SIGSTKFLT};
static const int crashing[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE};
static const int waking[] = {SIGWINCH, SIGCONT, SIGTSTP};
enum {
  ENDING = sizeof ending / sizeof ending[0],
  CRASHING = sizeof crashing / sizeof crashing[0],
  WAKING = sizeof waking / sizeof waking[0]
};

static struct sigaction before[ENDING + CRASHING + WAKING];
static struct termios saved;
static int input_fd = -1, output_fd = -1, wake_fd = -1;
static const char *enter_bytes, *leave_bytes;
static size_t enter_length, leave_length;
static volatile sig_atomic_t is_entered, is_suspending;

/* A stack of its own lets a handler run after the thread's stack has overflowed. */
enum { HANDLER_STACK = 65536 };
static char handler_stack[HANDLER_STACK];
static _Thread_local char worker_handler_stack[HANDLER_STACK];

static void use_handler_stack(char *memory) {
  stack_t stack = {.ss_sp = memory, .ss_size = HANDLER_STACK};
  sigaltstack(&stack, NULL);
}

/*
 * Also to a terminal that is slow or does not block; one that takes nothing for a while, as after
 * its stop key, is given up, so that a signal always ends the process.
 */
static void write_all(const char *bytes, size_t length) {
  while (length > 0) {
    struct pollfd output = {.fd = output_fd, .events = POLLOUT};
    int ready = poll(&output, 1, 500);
    if (ready == 0 || (ready < 0 && errno != EINTR)) return;
    if (ready < 0) continue;
    ssize_t count = write(output_fd, bytes, length);
    if (count > 0) {
      bytes += count;
      length -= (size_t)count;
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
      return;
    }
  }
}

/* Also called from handlers: everything in it is async-signal-safe (signal-safety(7)). */
static void leave(void) {
  if (!is_entered) return;
  is_entered = 0;
  write_all(leave_bytes, leave_length);
  /* Reports of the mouse that were not read yet must not be typed into the shell. */
  tcflush(input_fd, TCIFLUSH);
  tcsetattr(input_fd, TCSANOW, &saved);
}

static void end_by(int number) {
  leave();
  signal(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  raise(number);
}

static void wake(int number) {
  /* cterminal_suspend enters the terminal again itself. */
  if (number == SIGCONT && is_suspending) return;
  int error = errno;
  char byte = CTERMINAL_WAKE_RESIZED;
  if (number == SIGCONT) byte = CTERMINAL_WAKE_CONTINUED;
  if (number == SIGTSTP) byte = CTERMINAL_WAKE_STOP_REQUESTED;
  /* A full pipe wakes the reader anyway. */
  ssize_t count = write(wake_fd, &byte, 1);
  (void)count;
  errno = error;
}

static void install(const int *signals, int count, void (*handler)(int), int flags,
                    struct sigaction *old) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  /* Nothing interrupts a handler; a blocked SIGTTOU lets a background process restore the modes. */
  sigfillset(&action.sa_mask);
  for (int i = 0; i < count; i++) sigaction(signals[i], &action, &old[i]);
}

static void put_back(const int *signals, int count, const struct sigaction *old) {
  for (int i = 0; i < count; i++) sigaction(signals[i], &old[i], NULL);
}

static int enter(void) {
  struct termios raw = saved;
  cfmakeraw(&raw);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  is_entered = 1;
  if (tcsetattr(input_fd, TCSADRAIN, &raw) != 0) {
    is_entered = 0;
    return errno;
  }
  write_all(enter_bytes, enter_length);
  return 0;
}

int cterminal_open(int input, int output, int wake_descriptor, const char *enter_text,
                   size_t enter_count, const char *leave_text, size_t leave_count) {
  input_fd = input;
  output_fd = output;
  wake_fd = wake_descriptor;
  enter_bytes = enter_text;
  enter_length = enter_count;
  leave_bytes = leave_text;
  leave_length = leave_count;
  if (tcgetattr(input_fd, &saved) != 0) return errno;
  use_handler_stack(handler_stack);
  install(ending, ENDING, end_by, SA_ONSTACK, before);
  /* What the parent chose to ignore, as nohup does, stays ignored. */
  for (int i = 0; i < ENDING; i++) {
    if (before[i].sa_handler == SIG_IGN) sigaction(ending[i], &before[i], NULL);
  }
  install(crashing, CRASHING, end_by, SA_ONSTACK, before + ENDING);
  install(waking, WAKING, wake, SA_ONSTACK | SA_RESTART, before + ENDING + CRASHING);
  int error = enter();
  if (error != 0) cterminal_close();
  return error;
}

void cterminal_close(void) {
  leave();
  put_back(ending, ENDING, before);
  put_back(crashing, CRASHING, before + ENDING);
  put_back(waking, WAKING, before + ENDING + CRASHING);
}

int cterminal_suspend(int whole_group) {
  leave();
  struct sigaction standard = {.sa_handler = SIG_DFL}, own;
  sigemptyset(&standard.sa_mask);
  sigaction(SIGTSTP, &standard, &own);
  is_suspending = 1;
  /* Delivered before the call returns, as every other thread blocks it (POSIX, kill). */
  if (whole_group) {
    kill(0, SIGTSTP);
  } else {
    raise(SIGTSTP);
  }
  is_suspending = 0;
  sigaction(SIGTSTP, &own, NULL);
  return enter();
}

int cterminal_reenter(void) { return enter(); }

int cterminal_size(int output, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(output, TIOCGWINSZ, &size) != 0) return errno;
  if (size.ws_col == 0 || size.ws_row == 0) return ENOTTY;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

void cterminal_prepare_worker(void) {
  use_handler_stack(worker_handler_stack);
  sigset_t all;
  sigfillset(&all);
  for (int i = 0; i < CRASHING; i++) sigdelset(&all, crashing[i]);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
}

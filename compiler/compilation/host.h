/* The effects of a compilation. All of them go through struct host, so that tests compile in memory. Its functions may
 * not jump out. Results are allocated in the given arena. */
#ifndef FICELLE_COMPILER_HOST_H
#define FICELLE_COMPILER_HOST_H

#include "base/arena.h"
#include "base/log.h"
#include "compiler/compilation/compilation.h"

enum host_file_kind { HOST_NOTHING, HOST_FILE, HOST_DIRECTORY, HOST_OTHER };

struct host_stat {
  enum host_file_kind kind;
  uint64_t size;
  int64_t mtime_ns;
  uint64_t inode, device;
};

/* A program to be run without a shell. */
struct host_program {
  const str *argv; /* the first is its path */
  uint32_t n;
  str directory; /* empty: the current one */
  str output;    /* result: what it printed, errors included */
  int status;    /* result: its exit status; 1: it cannot be executed; -1: a signal ended it */
  str error;     /* result: the reason why it could not be run */
};

/* `place`: " (file: F, line: N, column: C)" or empty. */
typedef void host_log_fn(void *ctx, struct log_category *category, enum compile_log_level level, str source,
                         str message, str place);

struct host {
  void *ctx;
  /* Follows links. */
  struct host_stat (*stat)(void *ctx, str path);
  /* Reads a file. False with a reason ("No such file or directory", "Is a directory", "larger than …"). */
  bool (*read_file)(void *ctx, struct arena *a, str path, str *text, str *error);
  /* Returns the target of the symbolic link `path` as it is written; false if it is not a link. */
  bool (*read_link)(void *ctx, struct arena *a, str path, str *to);
  /* Whether the path itself is a symbolic link. */
  bool (*is_link)(void *ctx, str path);
  /* Returns the names in a directory, sorted by bytes, without "." and ".."; false if it cannot be read. */
  bool (*list_directory)(void *ctx, struct arena *a, str path, str **names, uint32_t *n);
  int64_t (*now_seconds)(void *ctx);     /* wall clock */
  int64_t (*now_nanoseconds)(void *ctx); /* the same in nanoseconds; NULL: not available */
  uint64_t (*clock_us)(void *ctx);       /* microseconds of a monotonic clock; NULL: none, always 0 */
  /* Returns a variable of the process's environment; NULL: not set. The function itself may be NULL: none is set. */
  const char *(*variable)(void *ctx, const char *name);
  void (*random_bytes)(void *ctx, void *out, size_t n);
  /* Runs a shell command in a directory (empty: the current one). Returns what it prints, errors included, without the
   * last line break. False with Puppet's reason if its status is not 0: "Execution of 'x' returned 1: …". */
  bool (*run)(void *ctx, struct arena *a, str command, str directory, str *out, str *error);
  /* Runs it and waits for its end. False with `error` if it cannot be started or prints more than 64 MiB. */
  bool (*run_program)(void *ctx, struct arena *a, struct host_program *p);
  /* Returns the facts of the machine that compiles, which are not those of the node, as JSON; NULL: unknown. */
  str (*facts)(void *ctx, struct arena *a);
  /* Returns the value of a setting in a section of puppet.conf ("main", "server", "agent", "user") as $settings:: has
   * it. `written`: only the section's own value, or undef. False: no such setting or section. NULL: not available. */
  bool (*setting)(void *ctx, struct arena *a, str section, str name, bool written, value *out);
  host_log_fn *log;
  /* Whether lines of the category are logged at level debug; NULL: never. */
  bool (*debugs)(void *ctx, struct log_category *category);
};

uint64_t host_clock_us(const struct host *host);
const char *host_variable(const struct host *host, const char *name);

/* Like compile_debug (compilation.h), outside of a compilation. */
bool host_debugs(const struct host *host, struct log_category *category);
void host_debug(const struct host *host, struct log_category *category, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));

/* Uses the real file system and clock, and the given log function. */
struct host host_real(host_log_fn *log, void *ctx);

#endif

/* What a compilation asks of the world. All effects go through here, so that tests compile in memory.
 * Functions may not jump out. Results are allocated in the arena given. */
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
  str output;    /* set: what it wrote, errors included */
  int status;    /* set: its exit status, 1 when it cannot be executed, -1: ended by a signal */
  str error;     /* set when it could not be run */
};

/* `place`: " (file: F, line: N, column: C)" or empty. */
typedef void host_log_fn(void *ctx, struct log_category *category, enum compile_log_level level, str source,
                         str message, str place);

struct host {
  void *ctx;
  /* Follows links. */
  struct host_stat (*stat)(void *ctx, str path);
  /* False with a reason ("No such file or directory", "Is a directory", "larger than …"). */
  bool (*read_file)(void *ctx, struct arena *a, str path, str *text, str *error);
  /* Where the symbolic link `path` leads to, as it is written; false when it is none. */
  bool (*read_link)(void *ctx, struct arena *a, str path, str *to);
  /* Whether the path itself is a symbolic link. */
  bool (*is_link)(void *ctx, str path);
  /* Names in a directory, sorted by bytes, without "." and ".."; false when it cannot be read. */
  bool (*list_directory)(void *ctx, struct arena *a, str path, str **names, uint32_t *n);
  int64_t (*now_seconds)(void *ctx);     /* wall clock */
  int64_t (*now_nanoseconds)(void *ctx); /* the same, finer; NULL: there is only the other */
  uint64_t (*clock_us)(void *ctx);       /* microseconds of a clock that nobody sets; NULL: none, always 0 */
  /* A variable of the process's environment; NULL: it is not set, or of the function: none is. */
  const char *(*variable)(void *ctx, const char *name);
  void (*random_bytes)(void *ctx, void *out, size_t n);
  /* Runs a shell command in a directory (empty: the current one); what it prints, errors too, without the last line
   * break. False with Puppet's reason when its status is not 0: "Execution of 'x' returned 1: …". */
  bool (*run)(void *ctx, struct arena *a, str command, str directory, str *out, str *error);
  /* Runs it and waits for its end. False with `error` when there can be no process, or it prints more than 64 MiB. */
  bool (*run_program)(void *ctx, struct arena *a, struct host_program *p);
  /* Facts of the machine that compiles, which are not those of the node, as JSON; NULL: none are known. */
  str (*facts)(void *ctx, struct arena *a);
  /* The value of a setting in a section of puppet.conf ("main", "server", "agent", "user"), as $settings:: has it; with
   * `written` what the section itself says, undef when nothing. False when there is no such setting or section. NULL:
   * nothing is known. */
  bool (*setting)(void *ctx, struct arena *a, str section, str name, bool written, value *out);
  host_log_fn *log;
  /* Whether lines of the category at level debug are wanted; NULL: never. */
  bool (*debugs)(void *ctx, struct log_category *category);
};

uint64_t host_clock_us(const struct host *host);
const char *host_variable(const struct host *host, const char *name);

/* See compile_debug (compilation.h): the same outside of a compilation. */
bool host_debugs(const struct host *host, struct log_category *category);
void host_debug(const struct host *host, struct log_category *category, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));

/* The real file system, clock, and the given log function. */
struct host host_real(host_log_fn *log, void *ctx);

#endif

/* Reads the files that the agent of Puppet and OpenVox, versions 5 to 8, writes on a host: last_run_summary.yaml,
 * last_run_report.yaml, the lock of a run, and the lock of a disabled agent. */
#ifndef COLLECTORS_SOURCES_PUPPET_RUN_H
#define COLLECTORS_SOURCES_PUPPET_RUN_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/str.h"

enum {
  PUPPET_SUMMARY_BYTES = 1 << 20, /* a larger summary is invalid */
  PUPPET_REPORT_BYTES = 64 << 20,
  PUPPET_REPORT_LUMP = 4 << 20, /* the largest part of a report in memory at one time */
  PUPPET_LOCK_BYTES = 64 << 10,
  PUPPET_TEXT = 256,
};

/* --- last_run_summary.yaml --- */

enum puppet_number {
#define PUPPET_NUMBER(section, key, object, unit) PUPPET_##section##_##key,
#include "collectors/sources/puppet_run.def"
  PUPPET_NUMBERS
};

struct puppet_summary {
  bool there[PUPPET_NUMBERS];
  double numbers[PUPPET_NUMBERS];  /* counts and seconds, not negative */
  uint64_t last_run;               /* when it ended, seconds since 1970 */
  bool resources, changes, events; /* which sections exist */
  char config[PUPPET_TEXT], version[PUPPET_TEXT], environment[PUPPET_TEXT], run_mode[PUPPET_TEXT];
  char slowest[PUPPET_TEXT]; /* the type of resource that took the most time, "" without one */
  double slowest_s;
};

/* False with a line in `why` when the text is damaged. */
bool puppet_summary_read(str text, struct puppet_summary *summary, struct buf *why);

/* Whether the run had no catalog: then the sections other than version and time are missing or empty. */
bool puppet_summary_without_catalog(const struct puppet_summary *summary);

/* --- last_run_report.yaml: what the summary lacks --- */

enum puppet_cached { PUPPET_CACHED_UNKNOWN, PUPPET_CACHED_NOT_USED, PUPPET_CACHED_REQUESTED, PUPPET_CACHED_ON_FAILURE };

struct puppet_report {
  bool there;
  bool noop, noop_pending, has_noop;
  bool failed; /* the status */
  enum puppet_cached cached;
  uint64_t errors, warnings; /* messages in its log */
  char error[PUPPET_TEXT];   /* the first error; errors of facts only if there are no others */
  char environment[PUPPET_TEXT], server[PUPPET_TEXT];
  bool own_error; /* `error` is not one of facts */
};

/* Reads a stream of any length in pieces. False with a line in `why`. */
bool puppet_report_read(bool (*read)(void *ctx, unsigned char *to, size_t size, size_t *n), void *ctx,
                        struct puppet_report *report, struct buf *why);

/* --- the files --- */

/* Settings: "" if not given. */
struct puppet_places {
  const char *root; /* prefix of the known places, for tests */
  const char *statedir, *publicdir;
  const char *summary, *report, *run_lock, *disabled_lock;
};

struct puppet_files {
  char summary[PATH_MAX], report[PATH_MAX], run_lock[PATH_MAX], disabled_lock[PATH_MAX];
  bool found;             /* a summary exists */
  int reason;             /* otherwise an errno: ENOENT, or why it cannot be determined */
  char refused[PATH_MAX]; /* for other reasons than ENOENT: the file or directory */
  bool installed;         /* one of the directories exists */
};

/* Finds the files of this host; the newest summary wins. */
void puppet_files_find(const struct puppet_places *places, struct puppet_files *files);

/* Whether the lock belongs to a process that is an agent; then `since_s` is the time of its creation. */
bool puppet_lock_held(const char *path, uint64_t *since_s);

/* 1: runs are disabled, with the message (may be empty); 0: they are not; -1: unknown; errno is set. */
int puppet_disabled(const char *path, char message[PUPPET_TEXT]);

/* Extracts the message from the text of a lock. */
void puppet_disabled_message(str text, char message[PUPPET_TEXT]);

#endif

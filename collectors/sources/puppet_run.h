/* What Puppet's and OpenVox's agent leaves behind on a host, of the versions 5 to 8: last_run_summary.yaml,
 * last_run_report.yaml, the lock of a run, and that of an agent which is disabled. */
#ifndef COLLECTORS_SOURCES_PUPPET_RUN_H
#define COLLECTORS_SOURCES_PUPPET_RUN_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/str.h"

enum {
  PUPPET_SUMMARY_BYTES = 1 << 20, /* a larger summary is none */
  PUPPET_REPORT_BYTES = 64 << 20,
  PUPPET_REPORT_LUMP = 4 << 20, /* most of a report that is held at one time */
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
  bool resources, changes, events; /* sections that are there */
  char config[PUPPET_TEXT], version[PUPPET_TEXT], environment[PUPPET_TEXT], run_mode[PUPPET_TEXT];
  char slowest[PUPPET_TEXT]; /* the type of resource that took most, "" without one */
  double slowest_s;
};

/* False with a line in `why` when the text is damaged. */
bool puppet_summary_read(str text, struct puppet_summary *summary, struct buf *why);

/* Whether the run had no catalog: then there are no sections besides version and time, or there is nothing in them. */
bool puppet_summary_without_catalog(const struct puppet_summary *summary);

/* --- last_run_report.yaml: what the summary lacks --- */

enum puppet_cached { PUPPET_CACHED_UNKNOWN, PUPPET_CACHED_NOT_USED, PUPPET_CACHED_REQUESTED, PUPPET_CACHED_ON_FAILURE };

struct puppet_report {
  bool there;
  bool noop, noop_pending, has_noop;
  bool failed; /* the status */
  enum puppet_cached cached;
  uint64_t errors, warnings; /* messages in its log */
  char error[PUPPET_TEXT];   /* the first one, but for those of facts when there are others */
  char environment[PUPPET_TEXT], server[PUPPET_TEXT];
  bool own_error; /* `error` is not one of facts */
};

/* Reads a stream of any length in pieces. False with a line in `why`. */
bool puppet_report_read(bool (*read)(void *ctx, unsigned char *to, size_t size, size_t *n), void *ctx,
                        struct puppet_report *report, struct buf *why);

/* --- the files --- */

/* Settings: "" for each that is not given. */
struct puppet_places {
  const char *root; /* before the known places, for tests */
  const char *statedir, *publicdir;
  const char *summary, *report, *run_lock, *disabled_lock;
};

struct puppet_files {
  char summary[PATH_MAX], report[PATH_MAX], run_lock[PATH_MAX], disabled_lock[PATH_MAX];
  bool found;             /* there is a summary */
  int reason;             /* else: ENOENT, or why it cannot be known; of errno */
  char refused[PATH_MAX]; /* then: the file or directory */
  bool installed;         /* one of the directories is there */
};

/* Where this host has them: of several the summary that is newest. */
void puppet_files_find(const struct puppet_places *places, struct puppet_files *files);

/* Whether the lock belongs to a process that is an agent; `since_s` is then the moment when it was made. */
bool puppet_lock_held(const char *path, uint64_t *since_s);

/* 1: runs are disabled, with the message (may be empty); 0: they are not; -1: it cannot be known, errno says why. */
int puppet_disabled(const char *path, char message[PUPPET_TEXT]);

/* The message in the text of a lock. */
void puppet_disabled_message(str text, char message[PUPPET_TEXT]);

#endif

/* Records what a run changed and the state before: one journal per run, which `ficelle undo` and `ficelle why` read.
 *
 * A journal is a directory NUMBER-TRANSACTION below the setting `journaldir`, created with mode 0700 at the first
 * change: a run without changes has no journal. It contains the file `journal` (mode 0600) and the old contents of
 * files, named 1, 2, 3 and so on. Old contents and values include secrets; messages are redacted.
 *
 * Each line of the file `journal` is a record: 16 hexadecimal digits, which are the FNV-1a hash of the rest, a blank,
 * and a JSON object, whose member "is" is the kind of record:
 *   run        describes the run; the first record
 *   before     a resource will be changed: its present state, and what is needed to restore it
 *   changed    it was changed: its events, and the new state of its files
 *   refreshed  it was refreshed, and by which resources
 *   end        totals of the run; missing if the run was killed
 * Each record is written with one call; "before" is synced to disk before the resource is changed. The run keeps the
 * file locked, so a process that gets the lock knows that the run has ended. */
#ifndef FICELLE_AGENT_JOURNAL_JOURNAL_H
#define FICELLE_AGENT_JOURNAL_JOURNAL_H

#include <time.h>

#include "agent/report/report.h"

enum { JOURNAL_FORMAT = 1, JOURNAL_MAX_BYTES = 256 << 20 };

/* --- writing (writer.c) --- */

struct journal;
/* Data about the run in a journal, in addition to the report. */
struct journal_about {
  str undoes;   /* transaction of the run that this run undoes; empty: none */
  str manifest; /* the compiled manifest; empty: the input was code or a catalog */
};

/* Creates no file yet. NULL: the setting `journal_runs` disables journals. Uses the report's transaction_uuid, or makes
 * a UUID if it is empty. */
struct journal *journal_new(struct ral *ral, const struct report *rep, const struct journal_about *about);
/* Call this before a property is set. `current`: the present values by index of the attributes; `checked`: when an
 * earlier run last checked the resource (seconds since 1970, 0: never). Write errors are logged and do not fail the
 * run. */
void journal_before(struct journal *j, struct ral_resource *r, const struct ral_attribute *a, const value *current,
                    int64_t checked);
/* Call this after the resource was evaluated; does nothing if nothing was changed. */
void journal_changed(struct journal *j, struct ral_resource *r);
/* `by`: references of the resources that sent the events, an array of texts. */
void journal_refreshed(struct journal *j, struct ral_resource *r, const struct array *by, bool ok);
/* Call this after report_finish. Removes old journals as the settings require. */
void journal_end(struct journal *j, const struct report *rep);

/* --- files (keep.c) --- */

/* The directory for old contents. */
struct journal_keep {
  struct arena *arena;
  int directory;
  uint32_t objects; /* number of files in it */
  int64_t room;     /* how many bytes may still be written */
};
/* The state of a path, as a value for journal_file_of. With `contents`, saves the contents of a file, or of everything
 * in a directory. */
value journal_file(struct journal_keep *keep, const char *path, bool contents);
/* The same, but saves nothing; computes the checksum of a file. */
value journal_file_now(struct arena *a, const char *path);

/* --- reading (reader.c) --- */

struct journal_file {
  str path;
  str kind; /* "absent", "file", "directory", "link", or another result of file_kind() */
  unsigned mode;
  int64_t uid, gid;
  str target;                 /* for a link */
  str sum;                    /* for a file: SHA-256, hexadecimal */
  str object;                 /* name of the file in the journal that has the contents; empty: none */
  str lost;                   /* why the contents were not saved; empty: they were saved, or would not change */
  struct journal_file *below; /* contents of a directory that was to be removed: parents first */
  uint32_t nbelow;
};

struct journal_event {
  str property, name, status, message, time;
  value previous, desired; /* redacted if secret */
  bool corrective;
};

struct journal_change {
  str ref, type, title, path; /* "File[/a]", "file", "/a", "/Stage[main]/Main/File[/a]" */
  str file;                   /* the manifest; empty: unknown */
  int64_t line;
  int64_t checked; /* when an earlier run checked it, in seconds since 1970; 0: never, or unknown */
  enum ral_undo_rule rule;
  str lost;     /* why nothing can be restored, or what cannot be; may be empty */
  bool present; /* it existed before */
  /* Old properties, wanted properties (arrays of values), parameters; never NULL. */
  const struct hash *was, *wanted, *params;
  const struct array *sensitive; /* names; never NULL */
  struct journal_file *before, *after;
  uint32_t nbefore, nafter;
  bool finished; /* it has a record "changed" */
  struct journal_event *events;
  uint32_t nevents;
  const struct array *refreshed_by; /* references; NULL: not refreshed */
  bool refresh_failed;
};

struct journal_run {
  int64_t number;
  str directory; /* path */
  str transaction, time, host, environment, version, undoes, manifest;
  bool running;    /* the run has not ended */
  bool ended, cut; /* cut: incomplete data after the last record was ignored */
  str status;      /* "changed", "failed"; empty: the run has not ended */
  int64_t changed, failed;
  double seconds;
  str error;                       /* why it cannot be read; empty: no error */
  struct journal_change **changes; /* in the order of their first records; includes refreshed resources */
  uint32_t nchanges;
};

/* The path of the result is empty if the value does not describe a file. */
struct journal_file journal_file_of(struct arena *a, value v);
/* Parses the text of a file `journal`. False with a message that gives the line: a record before the last is damaged or
 * invalid. The result is in the arena; its texts point into `text`. */
bool journal_parse(struct arena *a, str text, struct journal_run *out, str *error);
/* All runs, oldest first; a run that cannot be read has an `error`. False with a message: the directory cannot be
 * read. */
bool journal_list(struct arena *a, struct settings *s, struct journal_run **runs, uint32_t *n, str *error);
/* Finds the run with that number, or whose transaction_uuid begins with the text. NULL with a message: no such run, or
 * several. */
struct journal_run *journal_find(struct arena *a, struct journal_run *runs, uint32_t n, str name, str *error);
/* Keeps the run's journal from being removed until the process ends. False: it no longer exists. */
bool journal_hold(struct arena *a, const struct journal_run *run);
/* Finds a change by a reference as people write it: File['/x'] is File[/x]; the type's case is ignored. NULL: the run
 * did not change that resource. */
struct journal_change *journal_change_of(const struct journal_run *run, str ref);

/* --- both --- */
/* Makes a random transaction_uuid. */
str journal_uuid(struct arena *a);
uint64_t journal_hash(str text);
/* Names of the directories of runs, sorted by number: an array of texts "12-UUID". A missing directory is empty. False
 * with errno. */
bool journal_names(struct arena *a, const char *directory, struct valuevec *names);
/* The number at the beginning of such a name; -1: not such a name. */
int64_t journal_number(str name);

#endif

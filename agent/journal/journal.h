/* Records what a run changed and the state before: one journal per run, which `ficelle undo` and `ficelle why` read.
 *
 * A journal is a directory NUMBER-TRANSACTION below the setting `journaldir`, made (mode 0700) at the first change: a
 * run that changes nothing makes none. In it are the file `journal` (mode 0600) and the old contents of files, called
 * 1, 2, 3 and so on. Secrets are in there, as they were on the host; messages have none of them.
 *
 * The file `journal` has one record a line: 16 hexadecimal digits, the FNV-1a hash of the rest, a blank, and JSON,
 * whose member "is" tells the kind of record:
 *   run        the run; first
 *   before     a resource is about to be changed: how it is now, and what would bring that back
 *   changed    it was changed: its events, its files as they are now
 *   refreshed  it was refreshed, and by whom
 *   end        the sums of the run; a run that was killed has none
 * Each is written with one call; "before" is on the disk before anything is changed. The run keeps the file locked, so
 * who can lock it knows that nobody writes any more. */
#ifndef FICELLE_AGENT_JOURNAL_JOURNAL_H
#define FICELLE_AGENT_JOURNAL_JOURNAL_H

#include <time.h>

#include "agent/report/report.h"

enum { JOURNAL_FORMAT = 1, JOURNAL_MAX_BYTES = 256 << 20 };

/* --- writing (writer.c) --- */

struct journal;
/* Data about the run in a journal, in addition to the report. */
struct journal_about {
  str undoes;   /* transaction of the run that this one undoes; empty: none */
  str manifest; /* that was compiled; empty: code or a catalog was given */
};

/* Makes no file yet. NULL: the setting `journal_runs` wants no journals. The report must have its transaction_uuid;
 * without one the journal makes its own. */
struct journal *journal_new(struct ral *ral, const struct report *rep, const struct journal_about *about);
/* Before the property is set. `current` are the present values by the places of attributes, `checked` when an earlier
 * run has looked at the resource last (seconds since 1970, 0: never). What cannot be written is logged, and no run
 * fails for it. */
void journal_before(struct journal *j, struct ral_resource *r, const struct ral_attribute *a, const value *current,
                    int64_t checked);
/* After the resource was evaluated; does nothing when nothing was to be changed. */
void journal_changed(struct journal *j, struct ral_resource *r);
/* `by`: references of those whose events it got, an array of texts. */
void journal_refreshed(struct journal *j, struct ral_resource *r, const struct array *by, bool ok);
/* After report_finish. Removes what the settings do not want to keep. */
void journal_end(struct journal *j, const struct report *rep);

/* --- files (keep.c) --- */

/* Where the old contents go. */
struct journal_keep {
  struct arena *arena;
  int directory;
  uint32_t objects; /* in there */
  int64_t room;     /* bytes that may still be written */
};
/* What is at a path, as a value for journal_file_of. With `contents` those of a file are kept, and all that is in a
 * directory. */
value journal_file(struct journal_keep *keep, const char *path, bool contents);
/* Without keeping anything: of files the checksum. */
value journal_file_now(struct arena *a, const char *path);

/* --- reading (reader.c) --- */

struct journal_file {
  str path;
  str kind; /* "absent", "file", "directory", "link", or another result of file_kind() */
  unsigned mode;
  int64_t uid, gid;
  str target;                 /* of a link */
  str sum;                    /* of a file: SHA-256, hexadecimal */
  str object;                 /* the file of the run's directory that has the contents; empty: none */
  str lost;                   /* why contents were not kept; empty: they were, or were not to change */
  struct journal_file *below; /* what was in a directory that was to go: parents first */
  uint32_t nbelow;
};

struct journal_event {
  str property, name, status, message, time;
  value previous, desired; /* redacted when they are secrets */
  bool corrective;
};

struct journal_change {
  str ref, type, title, path; /* "File[/a]", "file", "/a", "/Stage[main]/Main/File[/a]" */
  str file;                   /* of the manifest; empty: unknown */
  int64_t line;
  int64_t checked; /* seconds since 1970: an earlier run looked at it then; 0: none is known to */
  enum ral_undo_rule rule;
  str lost;     /* why nothing is put back, or what is not; may be empty */
  bool present; /* it was there before */
  /* Properties before, properties wanted (arrays of values), parameters; never NULL. */
  const struct hash *was, *wanted, *params;
  const struct array *sensitive; /* names; never NULL */
  struct journal_file *before, *after;
  uint32_t nbefore, nafter;
  bool finished; /* there is a record "changed" */
  struct journal_event *events;
  uint32_t nevents;
  const struct array *refreshed_by; /* references; NULL: it was not refreshed */
  bool refresh_failed;
};

struct journal_run {
  int64_t number;
  str directory; /* path */
  str transaction, time, host, environment, version, undoes, manifest;
  bool running;    /* somebody writes it */
  bool ended, cut; /* cut: what is behind the last whole record is part of one */
  str status;      /* "changed", "failed"; empty: it has not ended */
  int64_t changed, failed;
  double seconds;
  str error;                       /* why it cannot be read; empty: it can */
  struct journal_change **changes; /* in the order they were begun; a refreshed resource too */
  uint32_t nchanges;
};

/* The path is empty when the value describes no file. */
struct journal_file journal_file_of(struct arena *a, value v);
/* The text of a file `journal`. False with a message that has the line: a record in the middle is damaged or no record.
 * All in the arena, texts borrow from `text`. */
bool journal_parse(struct arena *a, str text, struct journal_run *out, str *error);
/* All runs, the oldest first; one that cannot be read has an `error`. False with a message: the directory cannot be
 * read. */
bool journal_list(struct arena *a, struct settings *s, struct journal_run **runs, uint32_t *n, str *error);
/* The run with that number, or whose transaction_uuid begins like that. NULL with a message: none, or several. */
struct journal_run *journal_find(struct arena *a, struct journal_run *runs, uint32_t n, str name, str *error);
/* Keeps the run's journal from being removed until the process ends. False: it is gone by now. */
bool journal_hold(struct arena *a, const struct journal_run *run);
/* A reference as people write it: File['/x'] is File[/x]; the type's case does not matter. NULL: the run did not change
 * it. */
struct journal_change *journal_change_of(const struct journal_run *run, str ref);

/* --- both --- */
/* A random transaction_uuid. */
str journal_uuid(struct arena *a);
uint64_t journal_hash(str text);
/* Names of the runs' directories, by number: texts "12-UUID", an array. False with errno; a directory that is not there
 * is empty. */
bool journal_names(struct arena *a, const char *directory, struct valuevec *names);
/* The number at the beginning of such a name; -1 for any other name. */
int64_t journal_number(str name);

#endif

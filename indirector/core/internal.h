/* For all termini. */
#ifndef FICELLE_INDIRECTOR_CORE_INTERNAL_H
#define FICELLE_INDIRECTOR_CORE_INTERNAL_H

#include "base/file.h"
#include "indirector/core/indirection.h"
#include "indirector/wire/wire.h"

/* Sets the request's error; always IND_FAILED. */
enum ind_result ind_fail(struct ind_request *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
enum ind_result ind_not_supported(struct ind_request *r, const char *what);
void ind_log(struct indirector *in, enum compile_log_level level, str message);
void ind_warn_once(struct indirector *in, str message);
/* A request for another object that is needed for the answer. */
struct ind_request ind_request_for(const struct ind_request *r, enum indirection what, str key);
/* Makes sure that the object has its hash: parses its JSON if necessary. */
enum ind_result ind_data(struct ind_request *r, struct ind_object *o);

/* --- files (files.c). Missing directories are created. --- */
/* False with the reason of the failure; *missing: the file did not exist. */
bool file_remove(struct arena *a, str path, bool *missing, str *error);
/* Initializes an empty one; keeps one that is not empty. */
void directory_remove(str path);
/* Whether a name cannot lead to another directory. */
bool name_is_safe(str name);

/* Replaces a file in a thread, until ind_write_end(). Borrows `bytes` until then. `what`: for its error. */
void ind_write_begin(str path, str bytes, unsigned mode, str what);

/* --- programs (program.c) --- */
/* Runs argv[0] without a shell, with `input` on standard input, for at most `seconds`; reads at most 16 MiB of output.
 * False with Puppet's "Execution of 'x y' returned 1: …". */
bool program_run(struct arena *a, const str *argv, uint32_t argc, int seconds, str input, str *out, str *error);
/* The words of a setting that is a command line, split at blanks; the array has room for one more. */
uint32_t program_words(struct arena *a, str line, str **words);

bool program_is_executable(str path);

/* --- commands of PuppetDB (sender.c) --- */
/* The sender of PuppetDB's commands for the request's object, with name and environment of the request. */
struct wire_sender ind_sender(struct ind_request *r);

/* --- times (times.c) --- */
/* Now as Ruby's iso8601(9): "2026-11-21T18:02:11.123456789+00:00"; `later` seconds are added. */
str time_text(struct arena *a, int64_t later);
/* Whether a time in this format has passed; false for an invalid text. */
bool time_has_passed(const struct host *host, str text);

#endif

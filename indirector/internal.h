/* What the files of indirector/ share. */
#ifndef FICELLE_INDIRECTOR_INTERNAL_H
#define FICELLE_INDIRECTOR_INTERNAL_H

#include "base/file.h"
#include "indirector/indirector.h"
#include "indirector/puppetdb/wire.h"

/* Sets the request's error; always IND_FAILED. */
enum ind_result ind_fail(struct ind_request *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
enum ind_result ind_not_supported(struct ind_request *r, const char *what);
void ind_log(struct indirector *in, enum compile_log_level level, str message);
void ind_warn_once(struct indirector *in, str message);
/* A request for something else on the way to an answer. */
struct ind_request ind_request_for(const struct ind_request *r, enum indirection what, str key);
/* A field of the object's hash; undef when missing. */
value ind_field(value data, const char *name);
/* The object's hash: read from its JSON when there is only that. */
enum ind_result ind_data(struct ind_request *r, struct ind_object *o);

bool routes_read(struct indirector *in, const char *application, str *error);

/* --- files (files.c). Directories are made when missing. --- */
/* 0, or the reason of the failure; a file that is not there is `*missing`. */
bool file_remove(struct arena *a, str path, bool *missing, str *error);
/* An empty one; one that is not stays. */
void directory_remove(str path);
/* Names that reach elsewhere are refused. */
bool name_is_safe(str name);

/* --- programs (program.c) --- */
/* Runs argv[0] without a shell, with `input` on standard input, at most `seconds`; what it prints, at most 16
 * MiB. False with Puppet's "Execution of 'x y' returned 1: …". */
bool program_run(struct arena *a, const str *argv, uint32_t argc, int seconds, str input, str *out, str *error);
/* The words of a setting that is a command line, split at blanks; there is room for one more. */
uint32_t program_words(struct arena *a, str line, str **words);

bool program_is_executable(str path);

/* --- where reports go (report_http.c) --- */
/* Posts a text in YAML to the setting reporturl, by libcurl, which is loaded then. `version`: whose report it is.
 * Failed with Puppet's words; an answer that is no success is logged, and no failure. */
enum ind_result report_post(struct ind_request *r, str yaml, str version);

/* --- the store (terminus_store.c) --- */
/* Opens the store of the settings at its first use. */
enum ind_result ind_open_store(struct ind_request *r);
/* Who makes commands of PuppetDB from the request's object: name and environment are the request's. */
struct wire_sender ind_sender(struct ind_request *r);
/* What is too old goes when something new comes, once an hour. Never fails: a failure is logged. */
enum ind_result ind_collect_store(struct ind_request *r);
/* The report processor `sqlite`. */
enum ind_result store_save_report(struct ind_request *r, value report);

/* --- times (times.c) --- */
/* Now as Ruby's iso8601(9): "2026-11-21T18:02:11.123456789+00:00"; `later` seconds are added. */
str time_text(struct arena *a, int64_t later);
/* Whether a time written so is over; a text that is none is not. */
bool time_has_passed(const struct host *host, str text);

extern const struct terminus terminus_plain, terminus_exec, terminus_ldap, terminus_memory, terminus_yaml,
  terminus_json, terminus_write_only_yaml, terminus_facter, terminus_compiler, terminus_store_configs,
  terminus_report_processor, terminus_report_yaml, terminus_report_json, terminus_file, terminus_file_server,
  terminus_selector, terminus_rest, terminus_msgpack, terminus_ral, terminus_network_device;

#endif

/* Shared by the termini, in addition to core/. */
#ifndef FICELLE_INDIRECTOR_INTERNAL_H
#define FICELLE_INDIRECTOR_INTERNAL_H

#include "indirector/core/internal.h"
#include "indirector/indirector.h"

bool routes_read(struct indirector *in, const char *application, str *error);

/* --- where reports go (report_http.c) --- */
/* Posts a text in YAML to the setting reporturl, with libcurl, which is loaded on demand. `version`: of the reporting
 * agent. IND_FAILED with Puppet's message. An answer other than success is logged, but is not a failure. */
enum ind_result report_post(struct ind_request *r, str yaml, str version);

/* Runs processors of modules, in Ruby and in a process of their own (report_ruby.c). Their failures are logged;
 * IND_FAILED if the process cannot be started, does not end in time or ends badly. */
enum ind_result report_in_ruby(struct ind_request *r, value report, const str *names, uint32_t n);
/* Finds a level of messages by Puppet's name. */
bool ind_level_of(str name, enum compile_log_level *level);

/* --- the store (terminus_store.c) --- */
/* Whether the settings put nodes' data into the store. */
bool ind_uses_store(const struct indirector *in);
/* Opens the store of the settings at its first use. */
enum ind_result ind_open_store(struct ind_request *r);
/* Removes old data when new data arrives, at most once an hour. A failure is only logged. */
enum ind_result ind_collect_store(struct ind_request *r);
/* The report processor `sqlite`. */
enum ind_result store_save_report(struct ind_request *r, value report);

extern const struct terminus terminus_plain, terminus_exec, terminus_ldap, terminus_memory, terminus_yaml,
  terminus_json, terminus_write_only_yaml, terminus_facter, terminus_compiler, terminus_store_configs,
  terminus_report_processor, terminus_report_yaml, terminus_report_json, terminus_file, terminus_file_server,
  terminus_selector, terminus_rest, terminus_msgpack, terminus_ral, terminus_network_device;

#endif

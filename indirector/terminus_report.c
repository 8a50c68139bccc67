/* Reports: the processors in the setting `reports`, and the report of the last run in one file, which an agent keeps.
 * */
#include <limits.h>
#include <stdint.h>
#include <time.h>

#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "indirector/internal.h"
#include "indirector/puppetdb/terminus.h"

enum { STORED_MODE = 0640, LAST_RUN_MODE = 0640 };

static bool host_is_safe(str host)
{
  return host.n > 0 && str_index(host, '/', 0) == SIZE_MAX && str_index(host, '\0', 0) == SIZE_MAX &&
         !str_eqz(host, ".") && !str_eqz(host, "..");
}

static enum ind_result bad_host(struct ind_request *r, str host)
{
  struct buf shown = BUF_IN(r->arena);
  json_quote(&shown, host);
  return ind_fail(r, "Invalid node name %.*s", STR_FMT(buf_view(&shown)));
}

/* Generates the YAML once, for several processors and the file of the last run. */
static enum ind_result to_yaml(struct ind_request *r, value report, str *text)
{
  struct buf out = BUF_IN(r->arena);
  str *kept = r->instance->yaml;
  if (kept != NULL && kept->n > 0) {
    *text = *kept;
    return IND_OK;
  }
  if (!value_write_yaml(r->arena, &out, report, "!ruby/object:Puppet::Transaction::Report", false)) {
    return ind_fail(r, "It is nested too deep for YAML");
  }
  *text = buf_view(&out);
  if (kept != NULL) *kept = *text;
  return IND_OK;
}

static enum ind_result write_yaml(struct ind_request *r, str path, value data, unsigned mode)
{
  str text, why;
  if (to_yaml(r, data, &text) == IND_FAILED) return IND_FAILED;
  if (file_replace_in(r->files, r->arena, path, text, mode, &why)) return IND_OK;
  return ind_fail(r, "Could not save report %.*s: %.*s", STR_FMT(r->key), STR_FMT(why));
}

static str directory_of(struct ind_request *r, str host)
{
  return arena_printf(r->arena, "%s/%.*s", settings_strz(r->in->settings, SETTING_reportdir), STR_FMT(host));
}

/* One file per minute, named after the minute. */
static enum ind_result store_report(struct ind_request *r, value report)
{
  const value host = value_member(report, "host");
  if (host.kind != V_STRING || !host_is_safe(value_text(host))) {
    return bad_host(r, value_text_or_empty(host));
  }
  time_t now = (time_t)r->in->host->now_seconds(r->in->host->ctx);
  struct tm tm;
  char name[32];
  gmtime_r(&now, &tm);
  strftime(name, sizeof name, "%Y%m%d%H%M.yaml", &tm);
  return write_yaml(r, arena_printf(r->arena, "%.*s/%s", STR_FMT(directory_of(r, value_text(host))), name), report,
                    STORED_MODE);
}

bool ind_level_of(str name, enum compile_log_level *level)
{
  static const char *const names[] = {"debug", "info", "notice", "warning", "err", "alert", "emerg", "crit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!str_eqz(name, names[i])) continue;
    *level = CLOG_DEBUG + (enum compile_log_level)i;
    return true;
  }
  return false;
}

/* Logs all messages of the run again, with the host before their source. As in Puppet, this changes the sources in the
 * report, too. */
static enum ind_result log_report(struct ind_request *r, value report)
{
  const value logs = value_member(report, "logs");
  const str host = value_member_text(report, "host");
  enum compile_log_level level;
  if (r->instance->yaml != NULL) *r->instance->yaml = STR_EMPTY;
  for (uint32_t i = 0; logs.kind == V_ARRAY && i < logs.array->n; i++) {
    const value log = logs.array->items[i];
    if (!ind_level_of(value_member_text(log, "level"), &level)) continue;
    const str source = arena_printf(r->arena, "//%.*s/%.*s", STR_FMT(host), STR_FMT(value_member_text(log, "source")));
    ind_log(r->in, level,
            arena_printf(r->arena, "%.*s: %.*s", STR_FMT(source), STR_FMT(value_member_text(log, "message"))));
    hash_put_str((struct hash *)(uintptr_t)log.hash, r->arena, STR("source"), value_str(source));
  }
  return IND_OK;
}

static enum ind_result http_report(struct ind_request *r, value report)
{
  str text;
  if (to_yaml(r, report, &text) == IND_FAILED) return IND_FAILED;
  return report_post(r, text, value_member_text(report, "puppet_version"));
}

/* Pipes the report to the program of the setting report_command. */
static enum ind_result exec_report(struct ind_request *r, value report)
{
  struct settings *settings = r->in->settings;
  const str line = arena_str(r->arena, settings_str(settings, SETTING_report_command));
  const int64_t seconds = settings_int(settings, SETTING_report_command_timeout);
  str *argv, text, out, why;
  const uint32_t argc = program_words(r->arena, line, &argv);
  if (argc == 0 || argv[0].p[0] != '/') {
    return ind_fail(r, "You must set the 'report_command' parameter to a fully qualified command");
  }
  if (to_yaml(r, report, &text) == IND_FAILED) return IND_FAILED;
  if (!program_run(r->arena, argv, argc, seconds < INT_MAX ? (int)seconds : INT_MAX, text, &out, &why)) {
    return ind_fail(r, "%.*s", STR_FMT(why));
  }
  if (out.n > 0)
    ind_log(r->in, CLOG_DEBUG, arena_printf(r->arena, "%.*s printed: %.*s", STR_FMT(argv[0]), STR_FMT(out)));
  return IND_OK;
}

static const struct processor {
  const char *name, *shown;
  enum ind_result (*process)(struct ind_request *r, value report);
} processors[] = {{"exec", "Exec", exec_report},
                  {"http", "Http", http_report},
                  {"log", "Log", log_report},
                  {"puppetdb", "Puppetdb", puppetdb_report},
                  {"sqlite", "Sqlite", store_save_report},
                  {"store", "Store", store_report}};

static const struct processor *processor_named(str name)
{
  for (size_t i = 0; i < sizeof processors / sizeof *processors; i++) {
    if (str_eqz(name, processors[i].name)) return &processors[i];
  }
  return NULL;
}

static void failed(struct ind_request *r)
{
  ind_log(r->in, CLOG_ERR, arena_printf(r->arena, "Report processor failed: %.*s", STR_FMT(r->error)));
}

static void process_in_c(struct ind_request *r, value report, const struct processor *p)
{
  ind_log(r->in, CLOG_DEBUG,
          arena_printf(r->arena, "Processing report from %.*s with processor Puppet::Reports::%s",
                       STR_FMT(value_member_text(report, "host")), p->shown));
  if (p->process(r, report) == IND_FAILED) failed(r);
}

/* The processors of modules that follow each other share a process. */
static void process_in_ruby(struct ind_request *r, value report, const str *names, uint32_t n)
{
  if (n > 0 && report_in_ruby(r, report, names, n) == IND_FAILED) failed(r);
}

/* A failure of one processor does not affect the others or the run. */
static enum ind_result processor_save(struct ind_request *r)
{
  struct ind_object o = *r->instance;
  uint32_t waiting = 0, all = 0;
  str name;
  if (ind_data(r, &o) == IND_FAILED) return IND_FAILED;
  ind_log(r->in, CLOG_DEBUG,
          arena_printf(r->arena, "Received report to process from %.*s", STR_FMT(value_member_text(o.data, "host"))));
  if (str_eqz(settings_str(r->in->settings, SETTING_reports), "none")) return IND_OK;
  while (settings_item(r->in->settings, SETTING_reports, all, &name)) all++;
  str *modules = arena_array(r->arena, all + 1, sizeof *modules);
  for (uint32_t i = 0; i < all; i++) {
    settings_item(r->in->settings, SETTING_reports, i, &name);
    name = str_trim(name);
    const struct processor *p = processor_named(name);
    if (p == NULL) {
      modules[waiting++] = name;
      continue;
    }
    process_in_ruby(r, o.data, modules, waiting);
    waiting = 0;
    process_in_c(r, o.data, p);
  }
  process_in_ruby(r, o.data, modules, waiting);
  return IND_OK;
}

static enum ind_result processor_destroy(struct ind_request *r)
{
  str *names, why;
  uint32_t n;
  bool missing;
  if (!host_is_safe(r->key)) return bad_host(r, r->key);
  const str directory = directory_of(r, r->key);
  if (!r->in->host->list_directory(r->in->host->ctx, r->arena, directory, &names, &n)) return IND_NOTHING;
  for (uint32_t i = 0; i < n; i++) {
    const str path = arena_printf(r->arena, "%.*s/%.*s", STR_FMT(directory), STR_FMT(names[i]));
    if (r->in->host->stat(r->in->host->ctx, path).kind != HOST_FILE) continue;
    if (!file_remove(r->arena, path, &missing, &why) && !missing) return ind_fail(r, "%.*s", STR_FMT(why));
  }
  directory_remove(directory);
  return IND_OK;
}

/* --- the report of the last run --- */

static str last_run(struct ind_request *r)
{
  return arena_str(r->arena, settings_str(r->in->settings, SETTING_lastrunreport));
}

static enum ind_result read_last(struct ind_request *r, bool json)
{
  const struct host *host = r->in->host;
  const str path = last_run(r);
  str text, why;
  if (host->stat(host->ctx, path).kind == HOST_NOTHING) return IND_NOTHING;
  if (host->read_file(host->ctx, r->arena, path, &text, &why) &&
      (json ? value_read_json(r->arena, text, &r->result.data, &why)
            : value_read_yaml(r->arena, text, &r->result.data, &why))) {
    if (r->result.data.kind == V_HASH) return IND_OK;
    why = STR("it is not a hash");
  }
  return ind_fail(r, "Could not parse %s data for report %.*s: %.*s", json ? "JSON" : "YAML", STR_FMT(r->key),
                  STR_FMT(why));
}

static enum ind_result yaml_find(struct ind_request *r) { return read_last(r, false); }
static enum ind_result json_find(struct ind_request *r) { return read_last(r, true); }

static enum ind_result yaml_save(struct ind_request *r)
{
  struct ind_object o = *r->instance;
  if (ind_data(r, &o) == IND_FAILED) return IND_FAILED;
  return write_yaml(r, last_run(r), o.data, LAST_RUN_MODE);
}

static enum ind_result json_save(struct ind_request *r)
{
  struct ind_object o = *r->instance;
  struct buf out = BUF_IN(r->arena);
  struct json_writer w;
  str why;
  if (ind_data(r, &o) == IND_FAILED) return IND_FAILED;
  json_init(&w, &out, false);
  value_write_json(&w, o.data, JSON_RICH);
  if (file_replace(r->arena, last_run(r), buf_view(&out), LAST_RUN_MODE, &why)) return IND_OK;
  return ind_fail(r, "Could not save report %.*s: %.*s", STR_FMT(r->key), STR_FMT(why));
}

const struct terminus terminus_report_processor = {"processor", NULL, NULL, processor_save, processor_destroy};
const struct terminus terminus_report_yaml = {"yaml", yaml_find, NULL, yaml_save, NULL};
const struct terminus terminus_report_json = {"json", json_find, NULL, json_save, NULL};

/* The steps are in the order of Puppet's agent, since reports and log messages show it: hooks, conversion of the
 * catalog, transaction, report, state files. */
#include "agent/run/run.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/ruby/bridge.h"
#include "agent/system/command.h"
#include "agent/transaction/graphs.h"
#include "agent/system/lanes.h"
#include "agent/run/log.h"
#include "agent/transaction/transaction.h"
#include "agent/types/file/file.h"
#include "agent/types/types.h"
#include "base/clock.h"
#include "base/file.h"

/* --- log messages: to the destinations, and into the report --- */

struct run_listener {
  struct ral *ral;
  struct report *report;
};

static value tag(const char *text) { return value_str(str_of(text)); }

static void add_tag(struct valuevec *tags, struct arena *a, value v)
{
  if (!value_among(tags->items, tags->n, v)) valuevec_push(tags, a, v);
}

static void listen(void *ctx, const struct log_event *e)
{
  struct run_listener *l = ctx;
  struct arena *a = l->ral->arena;
  const struct ral_resource *r = l->ral->speaking;
  struct valuevec tags = {0};
  add_tag(&tags, a, tag(log_level_name(e->level)));
  for (uint32_t i = 0; r != NULL && i < r->tags->n; i++) add_tag(&tags, a, r->tags->items[i]);
  if (l->ral->speaking_tag != NULL) add_tag(&tags, a, tag(l->ral->speaking_tag));
  const struct report_log line = {.level = e->level,
                                  .message = arena_str(a, str_n(e->message, e->message_len)),
                                  .source = e->source != NULL ? arena_str(a, str_of(e->source)) : STR("Puppet"),
                                  .tags = valuevec_array(&tags, a).array,
                                  .file = r != NULL ? r->file : STR_EMPTY,
                                  .line = r != NULL ? r->line : 0,
                                  .time = report_now()};
  report_log(l->report, &line);
}

/* --- what an agent adds to each catalog --- */

static void add_item(struct arena *a, struct catalog_doc *doc, const char *rtype, const char *title,
                     struct hash *params)
{
  static const char *const lower[] = {"schedule", "filebucket"};
  struct catalog_item *item = &doc->items[doc->n];
  struct array *tags = array_new(a, 2);
  tags->items[0] = tag(lower[str_eqz(str_of(rtype), "Filebucket")]);
  tags->items[1] = tag(title);
  *item = (struct catalog_item){.type = str_of(rtype),
                                .title = str_of(title),
                                .params = params,
                                .tags = tags,
                                .ref = arena_printf(a, "%s[%s]", rtype, title),
                                .kind = STR("compilable_type"),
                                .sensitive = &array_empty,
                                .index = doc->n};
  if (strmap_find(&doc->by_ref, item->ref) != NULL) return;
  strmap_put(&doc->by_ref, item->ref, item);
  doc->n++;
}

/* The items move, so all pointers to them are made again. */
static void add_defaults(struct arena *a, struct settings *s, struct catalog_doc *doc)
{
  static const char *const periods[] = {"hourly", "daily", "weekly", "monthly", "never"};
  struct catalog_item *items = arena_array(a, (size_t)doc->n + 8, sizeof *items);
  memcpy(items, doc->items, doc->n * sizeof *items);
  doc->items = items;
  strmap_init(&doc->by_ref, a);
  for (uint32_t i = 0; i < doc->n; i++) strmap_put(&doc->by_ref, items[i].ref, &items[i]);
  if (settings_bool(s, SETTING_default_schedules)) {
    struct hash *params = hash_new(a, 2);
    hash_put_str(params, a, STR("period"), tag("hourly"));
    hash_put_str(params, a, STR("repeat"), tag("2"));
    add_item(a, doc, "Schedule", "puppet", params);
    for (size_t i = 0; i < sizeof periods / sizeof *periods; i++) {
      params = hash_new(a, 1);
      hash_put_str(params, a, STR("period"), tag(periods[i]));
      add_item(a, doc, "Schedule", periods[i], params);
    }
  }
  struct hash *bucket = hash_new(a, 1);
  hash_put_str(bucket, a, STR("path"), value_str(arena_str(a, settings_str(s, SETTING_clientbucketdir))));
  add_item(a, doc, "Filebucket", "puppet", bucket);
}

/* --- files that describe the catalog --- */

static bool is_managed(const struct ral_resource *r)
{
  for (const struct ral_attribute *a = r->type->attributes; a != NULL && a->name != NULL; a++) {
    if (a->flags & RAL_PROPERTY && r->settings[a - r->type->attributes].set) return true;
  }
  return false;
}

static void write_summary(struct ral *ral, const struct catalog_doc *doc)
{
  struct buf classes = BUF_IN(ral->arena), resources = BUF_IN(ral->arena);
  str error;
  for (uint32_t i = 0; i < doc->classes->n; i++) {
    buf_str(&classes, value_text(doc->classes->items[i]));
    buf_char(&classes, '\n');
  }
  for (uint32_t i = 0; i < ral->resources.n; i++) {
    const struct ral_resource *r = ral->resources.items[i];
    if (!is_managed(r)) continue;
    for (size_t k = 0; k < r->ref.n; k++) buf_char(&resources, (char)ascii_lower((unsigned char)r->ref.p[k]));
    buf_char(&resources, '\n');
  }
  if (classes.n == 0) buf_char(&classes, '\n');
  if (resources.n == 0) buf_char(&resources, '\n');
  const char *file = settings_strz(ral->settings, SETTING_classfile);
  if (!file_replace(ral->arena, str_of(file), buf_view(&classes), 0640, &error)) {
    ral_log_run(ral, LOG_LEVEL_ERR, "Could not create class file %s: %.*s", file, STR_FMT(error));
  }
  file = settings_strz(ral->settings, SETTING_resourcefile);
  if (!file_replace(ral->arena, str_of(file), buf_view(&resources), 0640, &error)) {
    ral_log_run(ral, LOG_LEVEL_ERR, "Could not create resource file %s: %.*s", file, STR_FMT(error));
  }
}

/* --- the steps --- */

/* Runs prerun_command or postrun_command. */
static bool run_hook(struct ral *ral, enum setting_id id)
{
  const char *line = settings_strz(ral->settings, id);
  const char *name = setting_defs[id].name;
  struct command_result out;
  if (line[0] == '\0') return true;
  const struct command c = {.shell = line, .umask = -1, .locale = true};
  if (command_run(ral, &c, &out)) {
    if (out.end == COMMAND_EXITED && out.status == 0) return true;
    ral_fail(ral, "Execution of '%s' returned %d: %.*s", line, out.status, STR_FMT(str_trim(out.output)));
  }
  ral_log_run(ral, LOG_LEVEL_ERR, "Could not run command from %s: %.*s", name, STR_FMT(ral->error));
  return false;
}

static const struct array *list_setting(struct ral *ral, enum setting_id id)
{
  struct valuevec out = {0};
  str item;
  for (size_t i = 0; settings_item(ral->settings, id, i, &item); i++) {
    struct buf lower = BUF_IN(ral->arena);
    item = str_trim(item);
    for (size_t k = 0; k < item.n; k++) buf_char(&lower, (char)ascii_lower((unsigned char)item.p[k]));
    if (lower.n > 0) valuevec_push(&out, ral->arena, value_str(buf_view(&lower)));
  }
  return valuevec_array(&out, ral->arena).array;
}

static str field(const value whole, const char *name, struct arena *a)
{
  const value *v = whole.kind == V_HASH ? hash_get_str(whole.hash, str_of(name)) : NULL;
  return v != NULL && v->kind != V_UNDEF ? ral_to_s(a, *v) : STR_EMPTY;
}

/* Makes a UUID if the catalog has none. */
static str uuid_of_catalog(const struct catalog_doc *doc, struct arena *a)
{
  const str given = field(doc->whole, "catalog_uuid", a);
  return given.n > 0 ? given : journal_uuid(a);
}

static bool apply(struct agent_run *run, struct ral *ral, const struct catalog_doc *doc, struct agent_state *state,
                  struct journal *journal, struct file_batch *files, double retrieval_seconds)
{
  struct report *rep = run->report;
  if (!run->begun) ral_log_run(ral, LOG_LEVEL_INFO, "Using environment '%.*s'", STR_FMT(rep->environment));
  if (!run_hook(ral, SETTING_prerun_command)) return false;
  rep->code_id = field(doc->whole, "code_id", run->arena); /* only set if the catalog is applied, as in Puppet */
  rep->catalog_uuid = uuid_of_catalog(doc, run->arena);
  const struct timespec began = report_now();
  if (run->timeout > 0 && run->timeout < INT64_MAX / 2000)
    ral->deadline_ms = clock_ms(CLOCK_MONOTONIC) + run->timeout * 1000;
  report_time_add(rep, "config_retrieval", retrieval_seconds);
  struct persistence store;
  const bool agent = settings_get_mode(ral->settings) == SETTINGS_AGENT;
  struct transaction t = {.ral = ral,
                          .report = rep,
                          .state = state,
                          .store = agent ? &store : NULL,
                          .journal = journal,
                          .tags = list_setting(ral, SETTING_tags),
                          .skip_tags = list_setting(ral, SETTING_skip_tags),
                          .stop = run->stop,
                          .ignore_schedules = settings_bool(ral->settings, SETTING_ignoreschedules),
                          .evaltrace = settings_bool(ral->settings, SETTING_evaltrace)};
  if (run->parallel > 1) lanes_new(ral, run->parallel);
  const bool ok = transaction_run(&t);
  const str why = ral->error;
  if (ok) report_time_add(rep, "transaction_evaluation", report_seconds_since(began));
  if (!state_save(state, ral, files)) ral_log_run(ral, LOG_LEVEL_ERR, "%.*s", STR_FMT(ral->error));
  ral->error = why;
  if (ok) {
    report_time_add(rep, "catalog_application", report_seconds_since(began));
    ral_log_run(ral, LOG_LEVEL_NOTICE, "Applied catalog in %0.2f seconds", report_seconds_since(began));
  } else if (ral_is_late(ral)) {
    ral_log_run(ral, LOG_LEVEL_ERR,
                "Execution of Puppet configuration client did not complete within %lld seconds and was "
                "terminated.",
                (long long)settings_int(run->settings, SETTING_runtimeout));
  } else {
    ral_log_run(ral, LOG_LEVEL_ERR, "Failed to apply catalog: %.*s", STR_FMT(ral->error));
  }
  return ok;
}

/* Only ficelle's own directories are created if they are missing. */
static bool may_write(struct ral *ral, const char *file)
{
  const char *own = settings_strz(ral->settings, SETTING_publicdir), *slash = strrchr(file, '/');
  const char *directory = arena_strz(ral->arena, str_n(file, slash == NULL ? 0 : (size_t)(slash - file)));
  if (slash == NULL || access(directory, F_OK) == 0 || errno != ENOENT) return true;
  if (strcmp(directory, own) == 0) {
    /* Other users may read what is public. */
    if (file_make_parents(arena_strz(ral->arena, str_of(own)))) (void)!mkdir(own, 0755);
    return true;
  }
  char *temporary;
  if (file_temporary(ral->arena, str_of(file), &temporary) >= 0) return true;
  return ral_fail(
    ral, "No such file or directory - A directory component in %s does not exist or is a dangling symbolic link",
    temporary);
}

static void save_summary(struct ral *ral, const struct report *rep, struct file_batch *files)
{
  struct buf out = BUF_IN(ral->arena);
  const char *file = settings_strz(ral->settings, SETTING_lastrunfile);
  str error;
  if (!may_write(ral, file)) {
    ral_log_run(ral, LOG_LEVEL_ERR, "Could not save last run local report: %.*s", STR_FMT(ral->error));
    return;
  }
  if (value_write_yaml(ral->arena, &out, report_last_run(rep), NULL, false) &&
      file_replace_in(files, ral->arena, str_of(file), buf_view(&out), 0640, &error))
    return;
  ral_log_run(ral, LOG_LEVEL_ERR, "Could not save last run local report: %.*s", STR_FMT(error));
}

/* The files of a run are written together, so that one sync is enough for all. */
static void save_files(struct ral *ral, struct file_batch *files)
{
  str error;
  if (!file_batch_end(files, &error)) ral_log_run(ral, LOG_LEVEL_ERR, "Could not write %.*s", STR_FMT(error));
}

/* Makes the resources of the catalog. The error gives the place as Puppet does. */
static bool load(struct agent_run *run, struct ral *ral, struct catalog_doc *doc)
{
  bool ok = ral_read_rich(ral, doc);
  if (ok && settings_bool(run->settings, SETTING_preprocess_deferred)) ok = ral_resolve_all(ral, doc);
  else if (ok) ral_hide_deferred(ral, doc);
  if (ok) ok = ral_read_variables(ral, doc);
  if (ok && ral_load(ral, doc)) return true;
  run->error = ral->error;
  if (ral->error_file.n > 0) {
    run->error = arena_printf(run->arena, "%.*s (file: %.*s, line: %lld)", STR_FMT(ral->error),
                              STR_FMT(ral->error_file), (long long)ral->error_line);
  } else if (ral->error_line > 0) {
    run->error = arena_printf(run->arena, "%.*s (line: %lld)", STR_FMT(ral->error), (long long)ral->error_line);
  }
  return false;
}

/* --- beginning and end --- */

static struct ral *ral_of_run(const struct agent_run *run)
{
  struct ral *ral = ARENA_NEW(run->arena, struct ral);
  *ral = (struct ral){.arena = run->arena,
                      .types = ral_types,
                      .settings = run->settings,
                      .facts = run->facts != NULL ? run->facts : &hash_empty,
                      .log = run_log,
                      .modulepath = run->modulepath,
                      .nmodulepath = run->nmodulepath,
                      .as_listed = run->as_listed,
                      .as_given = run->from_user,
                      .custom_facts_left = run->custom_facts_left,
                      .server = run->server,
                      .own_modules = run->own_modules,
                      .serving = run->serving,
                      .noop = settings_bool(run->settings, SETTING_noop)};
  return ral;
}

static void report_begin(struct agent_run *run)
{
  struct report *rep = run->report = report_new(run->ral);
  rep->host = run->host;
  rep->puppet_version = run->puppet_version;
  rep->cached_catalog = "not_used";
  run->files = ARENA_NEW(run->arena, struct file_batch);
  run->files->arena = run->arena;
}

static void report_listen(struct agent_run *run)
{
  run->listener = ARENA_NEW(run->arena, struct run_listener);
  *run->listener = (struct run_listener){run->ral, run->report};
  log_set_hook(listen, run->listener);
}

/* Copies what the report contains about the catalog. */
static void report_about(struct agent_run *run, const struct catalog_doc *doc)
{
  struct report *rep = run->report;
  struct arena *a = run->arena;
  rep->configuration_version = field(doc->whole, "version", a);
  if (run->begun) return;
  rep->environment = field(doc->whole, "environment", a);
  rep->initial_environment = run->from_user ? settings_str(run->settings, SETTING_environment) : rep->environment;
  rep->transaction_uuid = run->transaction_uuid.n > 0 ? run->transaction_uuid : field(doc->whole, "catalog_uuid", a);
}

/* As in Puppet, the environment of a catalog that was given counts. */
static void compare_environments(struct agent_run *run)
{
  const str ours = run->report->initial_environment, theirs = run->report->environment;
  if (theirs.n == 0 || str_eq(ours, theirs)) return;
  ral_log_run(run->ral, LOG_LEVEL_NOTICE,
              "Local environment: '%.*s' doesn't match server specified environment '%.*s', restarting agent run with "
              "environment '%.*s'",
              STR_FMT(ours), STR_FMT(theirs), STR_FMT(theirs));
}

static bool run_catalog(struct agent_run *run, struct catalog_doc *doc, double converting)
{
  struct ral *ral = run->ral;
  struct agent_state *state = ARENA_NEW(run->arena, struct agent_state);
  if (!run->given && settings_bool(run->settings, SETTING_write_catalog_summary)) write_summary(ral, doc);
  if (!run->given) graphs_write(ral, doc);
  if (run->converted != NULL) run->converted(run);
  if (!run->begun) report_begin(run);
  report_about(run, doc);
  /* Before the report listens, as in Puppet: the report does not contain these messages. */
  if (!state_load(state, ral)) {
    if (!run->begun) run->report = NULL;
    run->error = ral->error;
    return false;
  }
  if (!run->begun) report_listen(run);
  if (run->from_user) compare_environments(run);
  run->journal = journal_new(ral, run->report, &run->about);
  if (run->begun) report_time_add(run->report, "convert_catalog", converting);
  const bool ok = apply(run, ral, doc, state, run->journal, run->files,
                        run->given ? 0 : run->retrieval_seconds + (run->begun ? 0 : converting));
  if (!ok) run->error = ral->error;
  ral->deadline_ms = 0;
  return ok;
}

static bool finish(struct agent_run *run)
{
  struct ral *ral = run->ral;
  struct report *rep = run->report;
  if (settings_strz(run->settings, SETTING_postrun_command)[0] != '\0')
    save_files(ral, run->files); /* postrun_command may read them */
  const bool ok = run_hook(ral, SETTING_postrun_command);
  log_set_hook(NULL, NULL);
  report_time_add(rep, "total", report_seconds_since(rep->began));
  report_finish(rep);
  if (run->journal != NULL) journal_end(run->journal, rep);
  if (settings_bool(run->settings, SETTING_summarize)) {
    struct buf out = BUF_IN(run->arena);
    report_print_summary(rep, &out);
    fwrite(out.p, 1, out.n, stdout);
  }
  save_summary(ral, rep, run->files);
  if (run->send != NULL && settings_bool(run->settings, SETTING_report)) run->send(run->ctx, rep, run->files);
  save_files(ral, run->files);
  return ok;
}

/* Reads, converts and applies the catalog. */
static bool convert_and_apply(struct agent_run *run)
{
  struct arena *a = run->arena;
  struct ral *ral = run->ral;
  struct catalog_doc *doc = run->read != NULL ? run->read : ARENA_NEW(a, struct catalog_doc);
  struct deferred deferred;
  if (run->environment != NULL) run->ruby = ral_ruby_new(ral, run->environment, run->compile_host, run->host);
  const struct timespec converting = report_now();
  if (run->read == NULL && !catalog_read(a, run->catalog, doc, &run->error)) return false;
  if (!run->given) add_defaults(a, run->settings, doc);
  deferred_begin(&deferred, ral, run->deferred);
  const bool ok = load(run, ral, doc) && run_catalog(run, doc, report_seconds_since(converting));
  deferred_end(&deferred);
  return ok;
}

bool agent_run(struct agent_run *run)
{
  run->ral = ral_of_run(run);
  const bool ok = convert_and_apply(run);
  return run->report == NULL ? ok : finish(run) && ok;
}

/* --- runs of agents --- */

void agent_run_begin(struct agent_run *run)
{
  run->begun = true;
  run->ral = ral_of_run(run);
  report_begin(run);
  report_listen(run);
}

bool agent_run_catalog(struct agent_run *run)
{
  struct ral *ral = run->ral;
  *ral = *ral_of_run(run);
  const uint32_t lines = run->report->nlogs;
  if (convert_and_apply(run)) return true;
  const bool said = run->report->nlogs > lines && run->journal != NULL; /* apply has logged its own errors */
  if (!said) ral_log_run(ral, LOG_LEVEL_ERR, "Failed to apply catalog: %.*s", STR_FMT(run->error));
  return false;
}

bool agent_run_end(struct agent_run *run)
{
  if (!run->unreported) return finish(run);
  assert(run->journal == NULL); /* nothing was applied */
  log_set_hook(NULL, NULL);
  return true;
}

/* --- files before a catalog exists --- */

static value one_file(struct arena *a, str path, const struct hash *params, str environment)
{
  struct hash *resource = hash_new(a, 4), *catalog = hash_new(a, 4);
  hash_put_str(resource, a, STR("type"), tag("File"));
  hash_put_str(resource, a, STR("title"), value_str(path));
  hash_put_str(resource, a, STR("parameters"), value_hash(params));
  const value item = value_hash(resource);
  hash_put_str(catalog, a, STR("name"), tag("PluginSync"));
  hash_put_str(catalog, a, STR("environment"), value_str(environment));
  hash_put_str(catalog, a, STR("resources"), array_of(a, &item, 1));
  hash_put_str(catalog, a, STR("edges"), value_array(&array_empty));
  return value_hash(catalog);
}

/* The message of the first failed event. */
static bool first_failure(const struct report *rep, str *message)
{
  for (uint32_t i = 0; i < rep->statuses.n; i++) {
    const struct ral_status *s = rep->statuses.items[i];
    if (!s->failed && !s->failed_to_restart) continue;
    *message = s->first != NULL ? s->first->message : STR("unknown");
    return true;
  }
  return false;
}

bool agent_run_file(struct agent_run *run, str path, const struct hash *params, uint32_t *changed)
{
  struct arena *a = run->arena;
  struct ral *ral = ral_of_run(run);
  struct catalog_doc *doc = ARENA_NEW(a, struct catalog_doc);
  struct agent_state state = {.arena = a, .resources = hash_new(a, 8)};
  ral->noop = false; /* the setting `noop` affects only the catalog of the host */
  *changed = 0;
  if (!catalog_from_value(a, one_file(a, path, params, run->report->environment), doc, &run->error)) return false;
  run->listener->ral = ral;
  bool ok = ral_load(ral, doc);
  struct report *rep = report_new(ral);
  struct transaction t = {.ral = ral,
                          .report = rep,
                          .state = &state,
                          .tags = &array_empty,
                          .skip_tags = &array_empty,
                          .stop = run->stop,
                          .ignore_schedules = true};
  rep->configuration_version = STR_EMPTY;
  ok = ok && transaction_run(&t);
  run->listener->ral = run->ral;
  if (!ok) run->error = ral->error;
  for (uint32_t i = 0; i < rep->statuses.n; i++)
    *changed += ((const struct ral_status *)rep->statuses.items[i])->changes > 0;
  return ok && !first_failure(rep, &run->error);
}

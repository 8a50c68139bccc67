/* `ficelle catalog why RESOURCE`: prints where a resource and its values come from. */
#include <stdio.h>

#include "base/json_write.h"
#include "cli/catalog_cli.h"
#include "cli/catalog_compare.h"
#include "compiler/catalog/provenance.h"
#include "compiler/scope/scope.h"
#include "compiler/types/value_json.h"

#define MASK STR("Sensitive [value redacted]")

struct why {
  const struct catalog *catalog;
  struct arena *arena;
  const struct array *params; /* names, as texts; NULL: all */
  bool full;                  /* print long values completely */
  struct buf out;
};

/* --- finding --- */

static bool same_ref(str wanted, const struct resource *r)
{
  if (r->kind == RESOURCE_CLASS) return str_caseeq(wanted, r->ref);
  const size_t open = str_index(r->ref, '[', 0);
  return wanted.n == r->ref.n && str_caseeq(str_sub(wanted, 0, open), str_sub(r->ref, 0, open)) &&
         str_eq(str_from(wanted, open), str_from(r->ref, open));
}

/* File['/x'] means File[/x]. */
static str without_quotes(struct arena *a, str ref)
{
  const size_t open = str_index(ref, '[', 0);
  if (open == SIZE_MAX || ref.n < open + 4 || ref.p[ref.n - 1] != ']') return ref;
  const char quote = ref.p[open + 1];
  if ((quote != '\'' && quote != '"') || ref.p[ref.n - 2] != quote) return ref;
  return arena_printf(a, "%.*s[%.*s]", (int)open, ref.p, STR_FMT(str_sub(ref, open + 2, ref.n - open - 4)));
}

static const struct resource *find(const struct why *w, str ref)
{
  const struct ptrvec *all = &w->catalog->resources;
  for (uint32_t i = 0; i < all->n; i++) {
    if (same_ref(ref, all->items[i])) return all->items[i];
  }
  return NULL;
}

/* The container; if there are several, the one that is not a stage. */
static const struct resource *container_of(const struct resource *r)
{
  const struct resource *found = NULL;
  for (const struct edge *e = r->edges.first_in; e != NULL; e = e->next_in) {
    if (found == NULL || found->kind == RESOURCE_BUILTIN) found = e->source;
  }
  return found;
}

static bool is_sensitive(const struct resource *r, const symbol *name)
{
  for (uint32_t i = 0; i < r->nsensitive; i++) {
    if (r->sensitive[i] == name) return true;
  }
  return false;
}

static value shown(const struct why *w, const struct resource *r, const symbol *name, value v)
{
  return is_sensitive(r, name) ? value_str(MASK) : catalog_masked(w->arena, v);
}

static bool wanted(const struct why *w, const struct parameter *p)
{
  bool found = w->params == NULL;
  for (uint32_t i = 0; !found && i < w->params->n; i++) found = str_eqz(value_text(w->params->items[i]), p->name->text);
  return p->value.kind != V_UNDEF && found;
}

/* The place where a resource was declared: the expression, or the first include of a class. */
static bool declaration(const struct why *w, const struct resource *r, str *file, uint32_t *line)
{
  const struct provenance_record *record = provenance_of(w->catalog, r);
  *file = r->origin.file;
  *line = r->origin.line;
  if (r->origin.source == NULL && record != NULL && record->source != NULL) {
    *file = record->source->file;
    *line = source_line(record->source, record->offset);
  }
  return *line > 0;
}

static const struct resource *declarer(const struct resource *r)
{
  return r->scope != NULL ? r->scope->resource : NULL;
}

static bool step_place(const struct resource *r, const struct provenance_step *s, str *file, uint32_t *line)
{
  *file = r->origin.file;
  *line = r->origin.line;
  if (s->source != NULL) {
    *file = s->source->file;
    *line = source_line(s->source, s->offset);
  }
  return *line > 0 && s->origin != ORIGIN_DATA && s->origin != ORIGIN_CLASSIFIER;
}

/* Whether to print which resource set the value: for parameter defaults and data the place is enough. */
static bool by_counts(const struct provenance_step *s, const struct resource *r)
{
  return s->by != NULL && s->by != r && s->origin != ORIGIN_DATA && s->origin != ORIGIN_DEFINITION;
}

static const struct provenance_step *next_step(const struct provenance_step *s, const symbol *name)
{
  while (s != NULL && s->name != name) s = s->next;
  return s;
}

static const struct provenance_step *first_step(const struct why *w, const struct resource *r, const symbol *name)
{
  const struct provenance_record *record = provenance_of(w->catalog, r);
  return record != NULL ? next_step(record->first, name) : NULL;
}

/* --- lines --- */

enum { VALUE_SHOWN = 160 }; /* how many bytes of a value are printed on a line without --full */

static void append_value(struct why *w, value v)
{
  struct buf *out = &w->out;
  struct json_writer j;
  const size_t from = out->n;
  json_init(&j, out, false);
  value_write_json(&j, v, JSON_RICH);
  const size_t whole = out->n - from;
  if (w->full || whole <= VALUE_SHOWN) return;
  out->n = from + VALUE_SHOWN;
  while ((out->p[out->n] & 0xc0) == 0x80) out->n--;
  buf_printf(out, "... (%zu bytes, --full shows them)", whole);
}

static void append_declaration(struct why *w, const struct resource *r)
{
  str file;
  uint32_t line;
  const struct resource *by = declarer(r);
  if (declaration(w, r, &file, &line)) {
    buf_printf(&w->out, "%s at %.*s:%u", r->origin.source == NULL ? "included" : "declared", STR_FMT(file), line);
    if (by != NULL && by != r) buf_printf(&w->out, " in %.*s", STR_FMT(by->ref));
  } else {
    buf_z(&w->out, "made by the compiler");
  }
}

static void append_chain(struct why *w, const struct resource *r)
{
  buf_z(&w->out, "  contained in");
  const struct resource *chain[64];
  uint32_t n = 0;
  for (r = container_of(r); r != NULL && n < 64; r = container_of(r)) chain[n++] = r;
  if (n == 0) buf_z(&w->out, " nothing");
  for (uint32_t i = n; i > 0; i--) buf_printf(&w->out, "%s %.*s", i == n ? "" : " >", STR_FMT(chain[i - 1]->ref));
  buf_char(&w->out, '\n');
  for (uint32_t i = 0; i < n; i++) {
    if (chain[i]->kind == RESOURCE_BUILTIN || chain[i]->title.n == 0 || str_eqz(chain[i]->ref, "Class[main]")) continue;
    buf_printf(&w->out, "    %.*s ", STR_FMT(chain[i]->ref));
    append_declaration(w, chain[i]);
    buf_char(&w->out, '\n');
  }
}

static void append_step(struct why *w, const struct resource *r, const struct provenance_step *s, bool alone)
{
  str file;
  uint32_t line;
  buf_printf(&w->out, "      %s%s", parameter_origin_texts[s->origin], s->append ? " (+>)" : "");
  if (!alone) {
    buf_char(&w->out, ' ');
    append_value(w, shown(w, r, s->name, s->value));
  }
  if (step_place(r, s, &file, &line)) buf_printf(&w->out, " at %.*s:%u", STR_FMT(file), line);
  if (by_counts(s, r)) buf_printf(&w->out, " in %.*s", STR_FMT(s->by->ref));
  buf_char(&w->out, '\n');
  for (const struct data_place *p = s->places; p != NULL; p = p->next) {
    buf_printf(&w->out, "        key '%.*s' in %.*s", STR_FMT(p->key), STR_FMT(p->file));
    if (p->level.n > 0) buf_printf(&w->out, " (level '%.*s')", STR_FMT(p->level));
    buf_char(&w->out, '\n');
  }
}

static void append_param(struct why *w, const struct resource *r, const struct parameter *p)
{
  buf_printf(&w->out, "    %s = ", p->name->text);
  append_value(w, shown(w, r, p->name, p->value));
  buf_char(&w->out, '\n');
  const struct provenance_step *first = first_step(w, r, p->name);
  const bool alone = first != NULL && next_step(first->next, p->name) == NULL;
  for (const struct provenance_step *s = first; s != NULL; s = next_step(s->next, p->name)) append_step(w, r, s, alone);
}

static void write_lines(struct why *w, const struct resource *r)
{
  buf_printf(&w->out, "%.*s%s\n  ", STR_FMT(r->ref), r->virtual ? " (virtual: not in the catalog handed over)" : "");
  append_declaration(w, r);
  buf_char(&w->out, '\n');
  append_chain(w, r);
  bool any = false;
  for (uint32_t i = 0; i < r->params.n; i++) {
    if (!wanted(w, &r->params.items[i])) continue;
    if (!any) buf_z(&w->out, "  parameters\n");
    any = true;
    append_param(w, r, &r->params.items[i]);
  }
}

/* --- JSON --- */

static void write_place(struct json_writer *j, str file, uint32_t line)
{
  json_kstr(j, STR("file"), file);
  json_kint(j, STR("line"), line);
}

static void write_declaration(struct why *w, struct json_writer *j, const struct resource *r)
{
  str file;
  uint32_t line;
  json_kstr(j, STR("resource"), r->ref);
  if (declaration(w, r, &file, &line)) write_place(j, file, line);
  if (declarer(r) != NULL && declarer(r) != r) json_kstr(j, STR("declared_in"), declarer(r)->ref);
}

static void write_step(struct why *w, struct json_writer *j, const struct resource *r, const struct provenance_step *s)
{
  str file;
  uint32_t line;
  json_begin_object(j);
  json_kstr(j, STR("origin"), str_of(parameter_origin_words[s->origin]));
  json_key(j, STR("value"));
  value_write_json(j, shown(w, r, s->name, s->value), JSON_RICH);
  if (s->append) json_kbool(j, STR("append"), true);
  if (step_place(r, s, &file, &line)) write_place(j, file, line);
  if (by_counts(s, r)) json_kstr(j, STR("in"), s->by->ref);
  if (s->places != NULL) {
    json_key(j, STR("data"));
    json_begin_array(j);
    for (const struct data_place *p = s->places; p != NULL; p = p->next) {
      json_begin_object(j);
      json_kstr(j, STR("key"), p->key);
      json_kstr(j, STR("file"), p->file);
      if (p->level.n > 0) json_kstr(j, STR("level"), p->level);
      json_end_object(j);
    }
    json_end_array(j);
  }
  json_end_object(j);
}

static void write_params(struct why *w, struct json_writer *j, const struct resource *r)
{
  json_key(j, STR("parameters"));
  json_begin_object(j);
  for (uint32_t i = 0; i < r->params.n; i++) {
    const struct parameter *p = &r->params.items[i];
    if (!wanted(w, p)) continue;
    json_key(j, sym_str(p->name));
    json_begin_object(j);
    json_key(j, STR("value"));
    value_write_json(j, shown(w, r, p->name, p->value), JSON_RICH);
    json_key(j, STR("steps"));
    json_begin_array(j);
    for (const struct provenance_step *s = first_step(w, r, p->name); s != NULL; s = next_step(s->next, p->name)) {
      write_step(w, j, r, s);
    }
    json_end_array(j);
    json_end_object(j);
  }
  json_end_object(j);
}

static void write_json(struct why *w, const struct resource *r)
{
  struct json_writer j;
  json_init(&j, &w->out, false);
  json_begin_object(&j);
  write_declaration(w, &j, r);
  json_kbool(&j, STR("virtual"), r->virtual);
  json_key(&j, STR("containers"));
  json_begin_array(&j);
  int depth = 0;
  for (const struct resource *c = container_of(r); c != NULL && depth < 1000; c = container_of(c), depth++) {
    json_begin_object(&j);
    write_declaration(w, &j, c);
    json_end_object(&j);
  }
  json_end_array(&j);
  write_params(w, &j, r);
  json_end_object(&j);
  buf_char(&w->out, '\n');
}

/* --- the action --- */

static bool has_params(const struct why *w, const struct resource *r, str *error)
{
  for (uint32_t i = 0; w->params != NULL && i < w->params->n; i++) {
    const str wanted_name = value_text(w->params->items[i]);
    const symbol *name = sym_known(wanted_name);
    const struct parameter *p = name != NULL ? resource_param(r, name) : NULL;
    if (p != NULL && p->value.kind != V_UNDEF) continue;
    *error = arena_printf(w->arena, "%.*s has no parameter '%.*s'", STR_FMT(r->ref), STR_FMT(wanted_name));
    return false;
  }
  return true;
}

/* Prints the classes and defined types that contain it, because values may come from their parameters. */
static void write_around(struct why *w, const struct resource *r)
{
  int depth = 0;
  for (r = container_of(r); r != NULL && depth < 64; r = container_of(r), depth++) {
    if (r->kind != RESOURCE_BUILTIN && r->params.n > 0) write_lines(w, r);
  }
}

enum telling { TELL_LINES, TELL_JSON, TELL_AROUND };
static bool compile_and_tell(struct compile_cli *job, struct why *w, str operand, enum telling how, str *error)
{
  struct node_data node;
  compile_cli_node(job, &node);
  struct compile_settings settings = compile_cli_settings(job);
  settings.provenance = settings.drop_exported = true;
  struct environment *env = environment_new(&job->environment, &job->host);
  struct compile_result r = compile(env, &node, &settings, &job->host, NULL);
  w->catalog = r.catalog;
  w->arena = job->arena;
  w->out.arena = job->arena;
  bool ok = r.ok;
  if (ok) {
    const struct resource *found = find(w, without_quotes(w->arena, operand));
    ok = found != NULL && has_params(w, found, error);
    if (found == NULL) *error = arena_printf(w->arena, "%.*s is not in the catalog", STR_FMT(operand));
    if (ok && how == TELL_JSON) write_json(w, found);
    else if (ok) write_lines(w, found);
    if (ok && how == TELL_AROUND) write_around(w, found);
  } else {
    *error = compile_failure_text(job->arena, &r, job->node);
  }
  compile_result_free(&r);
  environment_free(env);
  return ok;
}

bool catalog_why_lines(struct compile_cli *job, str ref, bool full, str *out, str *error)
{
  struct why w = {.full = full};
  if (!compile_and_tell(job, &w, ref, TELL_AROUND, error)) return false;
  *out = buf_view(&w.out);
  return true;
}

int catalog_why(struct cli *cli, int argc, char **argv)
{
  struct compile_cli job;
  struct why w = {.params = NULL};
  const char *facts = NULL, *render_as = NULL, *param = NULL;
  str error;
  const struct cli_option options[] = {
    {"param", 'p', CLI_STRING, &param, "NAME", "one parameter only"},
    {"full", 0, CLI_FLAG, &w.full, NULL, "print long values completely"},
    {"facts", 0, CLI_FILE, &facts, "FILE", "facts of the node"},
    {"render-as", 0, CLI_STRING, &render_as, "FORMAT", "json"},
  };
  const struct cli_usage usage = {
    "ficelle catalog why [--param NAME] [--full] [--facts FILE] [--render-as json] RESOURCE [NODE]",
    "Compiles the catalog of a node and prints where a resource, for example File[/etc/motd], came\n"
    "from: where it was declared, what contains it, and for each parameter every place that gave it a\n"
    "value, of which the last one is used: attribute, default of the parameter, resource default,\n"
    "override, collector, arrow, or data with its file and key.",
    options, CLI_COUNT(options), SETTINGS_SERVER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc < 2 || argc > 3) return cli_error("catalog why takes a resource and a node");
  if (render_as != NULL && strcmp(render_as, "json") != 0) return cli_error("not supported: --render-as %s", render_as);
  if (!compile_cli_begin(&job, cli, argc > 2 ? argv[2] : NULL)) return 1;
  const value name = value_str(str_of(param != NULL ? param : ""));
  if (param != NULL) w.params = array_of(job.arena, &name, 1).array;
  const enum telling how = render_as != NULL ? TELL_JSON : TELL_LINES;
  if (!compile_cli_load(&job, facts, &error) || !compile_and_tell(&job, &w, str_of(argv[1]), how, &error)) {
    status = cli_error("%.*s", STR_FMT(error));
  } else {
    cli_print(&w.out);
    status = 0;
  }
  compile_cli_end(&job);
  return cli_finish(status);
}

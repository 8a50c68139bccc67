/* The functions of the run that types and providers in Ruby call: Ficelle::Core.agent_*. */
#include "agent/ruby/internal.h"
#include "agent/system/bucket.h"
#include "agent/system/command.h"

/* The run that the compilation belongs to; fails while Ruby compiles a catalog. */
static struct ral *run_of(struct compilation *c)
{
  struct ral_ruby *ruby = (struct ral_ruby *)c;
  if (c->catalog != NULL || c->top != NULL) fail_error(&c->context, FAILURE_EVALUATION, "nothing is being applied");
  return ruby->ral;
}

static struct ral_resource *resource_arg(const struct ruby_args *a, uint32_t i)
{
  struct ral *ral = run_of(a->c);
  struct ral_resource *r = ruby_numbered(ral->ruby, ruby_arg(a, i));
  if (r == NULL) fail_error(&a->c->context, FAILURE_EVALUATION, "unknown resource");
  return r;
}

static value lower(struct arena *a, str text) { return value_str(arena_lower(a, text)); }

static value missing_number(const struct ral_resource *r)
{
  return r == NULL ? VALUE_UNDEF : value_int(ruby_number((struct ral_resource *)(uintptr_t)r));
}

/* Arguments: level in Puppet's names, source or "" for Puppet itself, message, resource or undef, attribute or
 * undef. */
static value log_row(const struct ruby_args *a)
{
  struct ral *ral = run_of(a->c);
  const str name = ruby_arg_text(a, 0), source = ruby_arg_text(a, 1);
  enum log_level level;
  if (!log_level_parse(name.p, name.n, &level)) fail_error(&a->c->context, FAILURE_EVALUATION, "unknown log level");
  if (!log_enabled(&log_agent, level)) return VALUE_UNDEF;
  const struct ral_resource *r = a->n > 3 ? ruby_numbered(ral->ruby, a->args[3]) : NULL;
  const value attribute = a->n > 4 ? a->args[4] : VALUE_UNDEF;
  ral->speaking = r;
  ral->speaking_tag = attribute.kind == V_STRING ? arena_strz(ral->arena, value_text(attribute)) : NULL;
  str from = source;
  if (r != NULL && attribute.kind == V_STRING) {
    from = arena_printf(ral->arena, "%.*s/%.*s", STR_FMT(r->path), STR_FMT(value_text(attribute)));
  } else if (r != NULL) {
    from = r->path;
  }
  ral->log(ral, level, from.n > 0 ? from : STR("Puppet"), ruby_arg_text(a, 2));
  ral->speaking = NULL;
  ral->speaking_tag = NULL;
  return VALUE_UNDEF;
}

/* (type, title): returns the number of a resource of the run; undef: no such resource. */
static value find_row(const struct ruby_args *a)
{
  const struct ral *ral = run_of(a->c);
  return missing_number(ral_find(ral, arena_strz(a->c->arena, ruby_arg_text(a, 0)), ruby_arg_text(a, 1)));
}

/* Returns the numbers of all resources, or of those of a type. */
static value all_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const struct ral *ral = run_of(c);
  const bool some = a->n > 0 && a->args[0].kind == V_STRING;
  struct valuevec out = {0};
  for (uint32_t i = 0; i < ral->resources.n; i++) {
    struct ral_resource *r = ral->resources.items[i];
    if (!some || str_caseeq(value_text(a->args[0]), r->type_name))
      valuevec_push(&out, c->arena, value_int(ruby_number(r)));
  }
  return valuevec_array(&out, c->arena);
}

/* Returns [type in lower case, title, whether the type is in Ruby, tags, file, line]. */
static value about_row(const struct ruby_args *a)
{
  const struct ral_resource *r = resource_arg(a, 0);
  const value parts[] = {lower(a->c->arena, r->type_name),
                         value_str(r->title),
                         value_bool(r->type->make != NULL),
                         value_array(r->tags),
                         value_str(r->file),
                         value_int(r->line)};
  return array_of(a->c->arena, parts, 6);
}

/* Returns the set values of a resource whose type is in C. */
static value values_row(const struct ruby_args *x)
{
  struct compilation *c = x->c;
  const struct ral_resource *r = resource_arg(x, 0);
  struct hash *out = hash_new(c->arena, 8);
  for (const struct ral_attribute *a = r->type->attributes; a != NULL && a->name != NULL; a++) {
    if (r->settings[a - r->type->attributes].set) hash_put_str(out, c->arena, str_of(a->name), ral_should(r, a));
  }
  if (r->provider != NULL)
    hash_put_str(out, c->arena, STR("provider"), ral_symbol(c->arena, str_of(r->provider->name)));
  static const char *const given[] = {"require", "before",   "notify", "subscribe", "tag",
                                      "alias",   "schedule", "audit",  NULL};
  for (int i = 0; r->item != NULL && given[i] != NULL; i++) {
    const value *v = hash_get_str(r->item->params, str_of(given[i]));
    if (v != NULL) hash_put_str(out, c->arena, str_of(given[i]), *v);
  }
  for (uint32_t i = 0; r->item != NULL && r->type->flags & RAL_CONTAINER && i < r->item->params->n; i++) {
    hash_put_str(out, c->arena, ral_text(r->item->params->entries[i].key), r->item->params->entries[i].value);
  }
  return value_hash(out);
}

/* (resource of a type in C, attribute, value): returns undef, or an error message. */
static value set_row(const struct ruby_args *a)
{
  struct ral_resource *r = resource_arg(a, 0);
  const char *name = arena_strz(a->c->arena, ruby_arg_text(a, 1));
  return ral_set(r, name, ruby_arg(a, 2)) && ral_finish(r) ? VALUE_UNDEF : value_str(r->ral->error);
}

/* (type, title): returns the number of a new resource, which is not in the catalog; undef: unknown type. */
static value new_row(const struct ruby_args *a)
{
  struct ral *ral = run_of(a->c);
  ral->error = STR_EMPTY;
  const struct ral_type *t = ral_type_get(ral, ruby_arg_text(a, 0));
  return t == NULL ? VALUE_UNDEF : missing_number(ral_resource_new(ral, t, ruby_arg_text(a, 1)));
}

static value path_row(const struct ruby_args *a) { return value_str(resource_arg(a, 0)->path); }

static value noop_row(const struct ruby_args *a) { return value_bool(ral_is_noop(resource_arg(a, 0))); }

/* (path): puts a file into the bucket of this host; returns undef, or an error message. */
static value back_up_row(const struct ruby_args *a)
{
  struct ral *ral = run_of(a->c);
  str checksum;
  const char *path = arena_strz(a->c->arena, ruby_arg_text(a, 0));
  if (bucket_store_file(ral, settings_strz(ral->settings, SETTING_clientbucketdir), path, &checksum))
    return VALUE_UNDEF;
  return value_str(ral->error);
}

/* --- programs --- */

static const char *option(struct compilation *c, const struct hash *options, const char *name)
{
  const value *v = hash_get_str(options, str_of(name));
  return v != NULL && v->kind != V_UNDEF ? arena_strz(c->arena, ral_to_s(c->arena, *v)) : NULL;
}

static bool is_id(const struct hash *options, const char *name)
{
  const value *v = hash_get_str(options, str_of(name));
  return v != NULL && v->kind == V_INT;
}

static bool flag(const struct hash *options, const char *name)
{
  const value *v = hash_get_str(options, str_of(name));
  return v != NULL && value_truthy(*v);
}

static const char *const *texts(struct compilation *c, const value *v)
{
  const uint32_t n = v != NULL && v->kind == V_ARRAY ? v->array->n : 0;
  const char **out = arena_array(c->arena, (size_t)n + 1, sizeof *out);
  for (uint32_t i = 0; i < n; i++) out[i] = arena_strz(c->arena, ral_to_s(c->arena, v->array->items[i]));
  return out;
}

/* (words or a line for the shell, options of struct command): returns [how it ended, status, output], or an error
 * message. */
static value execute_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  struct ral *ral = run_of(c);
  const value words = ruby_arg(a, 0), given = ruby_arg(a, 1);
  const struct hash *options = given.kind == V_HASH ? given.hash : &hash_empty;
  struct command_result result;
  const struct command command = {.argv = words.kind == V_ARRAY ? texts(c, &words) : NULL,
                                  .shell = words.kind == V_STRING ? arena_strz(c->arena, value_text(words)) : NULL,
                                  .environment = texts(c, hash_get_str(options, STR("environment"))),
                                  .directory = option(c, options, "directory"),
                                  .user = option(c, options, "user"),
                                  .group = option(c, options, "group"),
                                  .user_by_id = is_id(options, "user"),
                                  .group_by_id = is_id(options, "group"),
                                  .input_file = option(c, options, "input_file"),
                                  .umask = -1,
                                  .separate = flag(options, "separate"),
                                  .locale = flag(options, "locale"),
                                  .sensitive = flag(options, "sensitive")};
  if (!command_run(ral, &command, &result)) return value_str(ral->error);
  const value parts[] = {value_bool(result.end == COMMAND_EXITED), value_int(result.status), value_str(result.output)};
  return array_of(c->arena, parts, 3);
}

/* Whether the facts of the run have no custom facts. */
static value custom_facts_left_row(const struct ruby_args *a) { return value_bool(run_of(a->c)->custom_facts_left); }

/* Whether the values of attributes are words of a command line. */
static value from_words_row(const struct ruby_args *a) { return value_bool(run_of(a->c)->from_words); }

const struct ruby_row agent_rows[] = {
  {"agent_log", log_row},
  {"agent_find", find_row},
  {"agent_all", all_row},
  {"agent_about", about_row},
  {"agent_values", values_row},
  {"agent_set", set_row},
  {"agent_new", new_row},
  {"agent_path", path_row},
  {"agent_noop", noop_row},
  {"agent_back_up", back_up_row},
  {"agent_execute", execute_row},
  {"agent_custom_facts_left", custom_facts_left_row},
  {"agent_from_words", from_words_row},
  {0},
};

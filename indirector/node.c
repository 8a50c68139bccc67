/* A node: the answer of its terminus, its facts, the server's facts, trusted data. */
#include "indirector/node.h"

#include "indirector/internal.h"

enum { COMMAND_SECONDS = 60 };

struct ind_object facts_object(struct arena *a, str name, const struct hash *values)
{
  struct hash *data = hash_new(a, 4);
  hash_put_str(data, a, STR("name"), value_str(name));
  hash_put_str(data, a, STR("values"), value_hash(values));
  hash_put_str(data, a, STR("timestamp"), value_str(time_text(a, 0)));
  return (struct ind_object){.data = value_hash(data)};
}

/* --- merging --- */

/* Warns of a parameter that is already set. */
static void warn_set(struct indirector *in, struct arena *a, str name, const struct hash_entry *e, value there)
{
  struct buf out = BUF_IN(a);
  buf_printf(&out, "The node parameter '%.*s' for node '%.*s' was already set to '", STR_FMT(value_text(e->key)),
             STR_FMT(name));
  value_render(&out, there);
  buf_z(&out, "'. It could not be set to '");
  value_render(&out, e->value);
  buf_z(&out, "'");
  ind_warn_once(in, buf_view(&out));
}

/* The fact `environment` must not change the node's environment, so it does not become a parameter. */
static bool is_environment(const struct hash_entry *e) { return str_eqz(value_text(e->key), "environment"); }

/* Warns about facts that the classifier has set as parameters. */
static void warn_of_facts(struct ind_request *r, const struct hash *own, const struct hash *facts)
{
  for (uint32_t i = 0; own->n > 0 && facts != NULL && i < facts->n; i++) {
    const struct hash_entry *e = &facts->entries[i];
    const value *there = is_environment(e) ? NULL : hash_get(own, e->key);
    if (there != NULL) warn_set(r->in, r->arena, r->key, e, *there);
  }
}

value node_whole(struct arena *a, const struct ind_object *node)
{
  if (node->parameters == NULL) return node->data;
  const struct hash *facts = node->facts != NULL ? node->facts : &hash_empty;
  struct hash *data = hash_copy(a, node->data.hash, 1), *all = hash_copy(a, node->parameters, facts->n);
  for (uint32_t i = 0; i < facts->n; i++) {
    const struct hash_entry *e = &facts->entries[i];
    if (!is_environment(e) && hash_get(all, e->key) == NULL) hash_put(all, a, e->key, e->value);
  }
  if (all->n > 0) hash_put_str(data, a, STR("parameters"), value_hash(all));
  return value_hash(data);
}

static const struct hash *fact_values(const struct ind_object *facts)
{
  const value values = value_member(facts->data, "values");
  return values.kind == V_HASH ? values.hash : NULL;
}

/* The facts in the request, or those that are stored; NULL: none. */
static enum ind_result facts_of_node(struct ind_request *r, const struct hash **out)
{
  *out = NULL;
  if (r->facts != NULL) {
    *out = fact_values(r->facts);
    return IND_OK;
  }
  struct ind_request ask = ind_request_for(r, IND_FACTS, r->key);
  const enum ind_result found = indirector_find(&ask);
  if (found == IND_FAILED) {
    return ind_fail(r, "Could not retrieve facts for %.*s: %.*s", STR_FMT(r->key), STR_FMT(ask.error));
  }
  if (found == IND_OK) *out = fact_values(&ask.result);
  return IND_OK;
}

enum ind_result node_build(struct ind_request *r, value classes, value parameters, str environment)
{
  struct arena *a = r->arena;
  const struct hash *facts;
  struct hash *node = hash_new(a, 4), *own = hash_new(a, 16);
  for (uint32_t i = 0; parameters.kind == V_HASH && i < parameters.hash->n; i++) {
    const struct hash_entry *e = &parameters.hash->entries[i];
    const value name = value_str(value_to_str(a, e->key));
    if (str_eqz(value_text(name), "environment") && environment.n == 0) environment = value_to_str(a, e->value);
    if (!str_eqz(value_text(name), "environment")) hash_put(own, a, name, e->value);
  }
  if (facts_of_node(r, &facts) == IND_FAILED) return IND_FAILED;
  warn_of_facts(r, own, facts);
  hash_put_str(node, a, STR("name"), value_str(r->key));
  hash_put_str(node, a, STR("environment"), value_str(environment.n > 0 ? environment : r->environment));
  const bool any = (classes.kind == V_HASH && classes.hash->n > 0) || (classes.kind == V_ARRAY && classes.array->n > 0);
  if (any) hash_put_str(node, a, STR("classes"), classes);
  r->result = (struct ind_object){.data = value_hash(node), .facts = facts, .parameters = own};
  return IND_OK;
}

/* --- trusted external data --- */

static bool ask_program(struct indirector *in, struct arena *a, str program, str certname, value *out, str *error)
{
  const str argv[] = {program, certname};
  str text, why;
  host_debug(in->host, &log_node, "Running %.*s for trusted data of %.*s", STR_FMT(program), STR_FMT(certname));
  if (!program_run(a, argv, 2, COMMAND_SECONDS, STR_EMPTY, &text, error)) return false;
  if (value_read_json(a, text, out, &why)) return true;
  *error = arena_printf(a, "Could not parse the output of '%.*s' as JSON: %.*s", STR_FMT(program), STR_FMT(why));
  return false;
}

static bool ask_directory(struct indirector *in, struct arena *a, str directory, str certname, struct hash *out,
                          str *error)
{
  str *names;
  uint32_t n;
  if (!in->host->list_directory(in->host->ctx, a, directory, &names, &n)) {
    *error = arena_printf(a, "Could not read the directory %.*s", STR_FMT(directory));
    return false;
  }
  for (uint32_t i = 0; i < n; i++) {
    const str path = arena_printf(a, "%.*s/%.*s", STR_FMT(directory), STR_FMT(names[i]));
    if (in->host->stat(in->host->ctx, path).kind != HOST_FILE || !program_is_executable(path)) continue;
    size_t dot = names[i].n;
    for (size_t at = 1; at < names[i].n; at++) dot = names[i].p[at] == '.' ? at : dot;
    const str base = str_sub(names[i], 0, dot);
    value data;
    if (hash_get_str(out, base) != NULL) {
      *error = arena_printf(a, "There is more than one '%.*s' script in %.*s", STR_FMT(base), STR_FMT(directory));
      return false;
    }
    if (!ask_program(in, a, path, certname, &data, error)) return false;
    hash_put_str(out, a, base, data);
  }
  return true;
}

/* The setting trusted_external_command: a program, or a directory of programs, run with the node's certname. Empty
 * when the setting is empty. */
static bool trusted_external(struct indirector *in, struct arena *a, str certname, const struct hash **out, str *error)
{
  const str command = arena_str(a, settings_str(in->settings, SETTING_trusted_external_command));
  *out = &hash_empty;
  if (command.n == 0) return true;
  if (in->host->stat(in->host->ctx, command).kind == HOST_DIRECTORY) {
    struct hash *all = hash_new(a, 8);
    *out = all;
    return ask_directory(in, a, command, certname, all, error);
  }
  value data;
  if (!ask_program(in, a, command, certname, &data, error)) return false;
  if (data.kind == V_HASH) {
    *out = data.hash;
    return true;
  }
  *error = arena_printf(a, "The output of '%.*s' is not a hash", STR_FMT(command));
  return false;
}

/* --- for the compiler --- */

/* The compiler adds the server's facts, which replace variables of the same names: this warns of each one. */
static void warn_of_server_facts(struct ind_request *r, const struct node_data *node)
{
  for (uint32_t i = 0; i < node->server_facts->n; i++) {
    const struct hash_entry *e = &node->server_facts->entries[i];
    if (is_environment(e)) continue;
    const value *there = hash_get(node->parameters, e->key);
    if (there == NULL) there = hash_get(node->facts, e->key);
    if (there != NULL) warn_set(r->in, r->arena, r->key, e, *there);
  }
}

enum ind_result node_for_compiling(struct ind_request *r, const struct server_identity *server,
                                   const struct node_identity *who, struct node_data *out, str *environment,
                                   bool *there)
{
  struct arena *a = r->arena;
  enum ind_result found = indirector_find(r);
  *there = found == IND_OK;
  if (!*there) return found;
  const value named = value_member(r->result.data, "environment"),
              parameters = value_member(r->result.data, "parameters");
  *environment = named.kind == V_STRING ? value_text(named) : r->environment;
  const str asked_for = who != NULL && who->certname.n > 0 ? who->certname : r->key;
  struct node_identity identity = {.authenticated = STR("local"), .certname = r->key};
  if (who != NULL) identity = *who;
  if (!trusted_external(r->in, a, asked_for, &identity.external, &r->error)) return IND_FAILED;
  node_make(a, r->key, r->result.facts != NULL ? r->result.facts : &hash_empty, &identity, *environment, server, out);
  if (r->result.parameters != NULL) out->parameters = r->result.parameters;
  else if (parameters.kind == V_HASH) out->parameters = parameters.hash;
  warn_of_server_facts(r, out);
  out->classes = value_member(r->result.data, "classes");
  const uint32_t classes = out->classes.kind == V_HASH    ? out->classes.hash->n
                           : out->classes.kind == V_ARRAY ? out->classes.array->n
                                                          : 0;
  host_debug(r->in->host, &log_node, "The node %.*s is in environment %.*s: %u facts, %u classes, %u parameters",
             STR_FMT(r->key), STR_FMT(*environment), out->facts->n, classes, out->parameters->n);
  return IND_OK;
}

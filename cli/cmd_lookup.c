/* `ficelle lookup`: looks up a value in the site's data, and explains how it was found. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_write.h"
#include "cli/compile_cli.h"
#include "compiler/lookup/lookup.h"
#include "compiler/types/value_json.h"
#include "compiler/values/ruby_text.h"
#include "indirector/node.h"

cli_fn cmd_lookup;

#define RUN_HELP "\nRun 'ficelle lookup --help' for more details"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_YAML };

struct lookup_command {
  struct compile_cli job;
  const char *node, *facts, *merge, *prefix, *type, *fallback, *render_as;
  bool sort, merge_hashes, explain, explain_options, compile;
  enum format format;
  int nkeys;
  char **keys;
  /* the explanation of the lookup */
  struct explain *explained;
  value found;
  bool failed;
};

/* --- options --- */

static int check_merge(const struct lookup_command *l)
{
  static const char *const known[] = {"first", "hash", "unique", "deep"};
  const bool deep = l->merge != NULL && strcmp(l->merge, "deep") == 0;
  if ((l->sort || l->merge_hashes || l->prefix != NULL) && !deep) {
    return cli_error("Could not run: The options --knock-out-prefix, --sort-merged-arrays, and --merge-hash-arrays are "
                     "only available with '--merge deep'" RUN_HELP);
  }
  for (size_t i = 0; l->merge != NULL && i < CLI_COUNT(known); i++) {
    if (strcmp(l->merge, known[i]) == 0) return CLI_GO;
  }
  if (l->merge == NULL) return CLI_GO;
  return cli_error("Could not run: The --merge option only accepts 'first', 'hash', 'unique', or 'deep'" RUN_HELP);
}

static int check_format(struct lookup_command *l)
{
  static const char *const names[] = {"s", "json", "yaml"};
  const bool text = l->explain || l->explain_options;
  l->format = text ? FORMAT_TEXT : FORMAT_YAML;
  for (size_t i = 0; l->render_as != NULL && i < CLI_COUNT(names); i++) {
    if (strcasecmp(l->render_as, names[i]) != 0) continue;
    l->format = (enum format)i;
    return CLI_GO;
  }
  if (l->render_as == NULL) return CLI_GO;
  if (strcasecmp(l->render_as, "binary") == 0 || strcasecmp(l->render_as, "msgpack") == 0)
    return cli_error("not supported: --render-as %s", l->render_as);
  return cli_error("Could not run: Unknown rendering format '%s'", l->render_as);
}

static int check_options(struct lookup_command *l)
{
  static char global[] = "__global__", *all[] = {global};
  int status = check_merge(l);
  if (status != CLI_GO) return status;
  if (l->nkeys == 0) {
    if (!l->explain_options || l->explain) return cli_error("Could not run: No keys were given to lookup.");
    l->keys = all;
    l->nkeys = 1;
  }
  return check_format(l);
}

/* --- facts --- */

static bool check_given(const struct lookup_command *l, const struct hash *given, str *error)
{
  static const char *const trusted[] = {"hostname", "domain", "fqdn", "clientcert"};
  size_t found = 0;
  for (size_t i = 0; i < CLI_COUNT(trusted); i++) found += hash_get_str(given, str_of(trusted[i])) != NULL;
  if (found == 0 || found == CLI_COUNT(trusted)) return true;
  *error = arena_printf(l->job.arena,
                        "Could not run: When overriding any of the hostname,domain,fqdn,clientcert facts with "
                        "%s given via the --facts flag, they must all be overridden.",
                        l->facts);
  return false;
}

/* Facts besides those of --facts: the stored facts for a node; this host's facts if no node is given. With --facts,
 * custom facts of this host are skipped, since they are slow. */
static bool known_facts(struct lookup_command *l, const struct hash **known, str *error)
{
  struct compile_cli *job = &l->job;
  *known = &hash_empty;
  if (l->node == NULL && l->facts != NULL) {
    *known = compile_cli_host_facts(job, job->arena, HOST_FACTS_WITHOUT_CUSTOM);
    return true;
  }
  if (l->node != NULL) compile_cli_only_stored_facts(job);
  struct ind_request r = compile_cli_request(job, IND_FACTS);
  const enum ind_result found = indirector_find(&r);
  const value *values = found == IND_OK ? hash_get_str(r.result.data.hash, STR("values")) : NULL;
  if (values != NULL && values->kind == V_HASH) *known = values->hash;
  if (found == IND_FAILED) {
    *error = arena_printf(job->arena, "Could not run: Could not retrieve facts for %.*s: %.*s", STR_FMT(job->node),
                          STR_FMT(r.error));
  }
  return found != IND_FAILED;
}

/* Without a known file suffix, Puppet reports only that the file cannot be parsed. */
static str why_no_facts(struct lookup_command *l)
{
  struct compile_cli *job = &l->job;
  const str path = str_of(l->facts);
  const bool known = str_ends(path, STR(".json")) || str_ends(path, STR(".yaml")) || str_ends(path, STR(".yml"));
  if (known && access(l->facts, F_OK) != 0) {
    return arena_printf(job->arena, "Could not run: %s @ rb_sysopen - %s", file_reason(errno), l->facts);
  }
  return arena_printf(job->arena,
                      "Could not run: Incorrectly formatted data in %s given via the --facts flag (only "
                      "accepts yaml and json files)",
                      l->facts);
}

/* The facts of the file override the others. They are set before the node is loaded, so that they are top-scope
 * variables, too. */
static bool find_facts(struct lookup_command *l, str *error)
{
  struct compile_cli *job = &l->job;
  const struct hash *known, *given = &hash_empty;
  if (l->facts != NULL && !node_read_facts(job->arena, &job->host, str_of(l->facts), &given, error)) {
    *error = why_no_facts(l);
    return false;
  }
  if (!check_given(l, given, error) || !known_facts(l, &known, error)) return false;
  struct hash *all = hash_copy(job->arena, known, given->n);
  for (uint32_t i = 0; i < given->n; i++) hash_put(all, job->arena, given->entries[i].key, given->entries[i].value);
  struct ind_object *facts = ARENA_NEW(job->arena, struct ind_object);
  *facts = facts_object(job->arena, job->node, all);
  job->given_facts = facts;
  if (all->n == 0)
    *error = arena_printf(job->arena, "Could not run: No facts available for target node: %.*s", STR_FMT(job->node));
  return all->n > 0;
}

/* Without --compile, the classifier and the manifests are not used. */
static bool load(struct lookup_command *l, str *error)
{
  struct compile_cli *job = &l->job;
  struct buf ignored = BUF_IN(job->arena);
  if (!l->compile && !settings_set(job->cli->settings, SETTING_node_terminus, STR("plain"), &ignored)) {
    *error = buf_view(&ignored);
    return false;
  }
  if (!compile_cli_indirector(job, error) || !find_facts(l, error) || !compile_cli_find(job, NULL, error)) return false;
  if (!l->compile) {
    job->environment.manifest = STR_EMPTY;
    job->environment.has_code = true;
    job->environment.code = STR("undef");
  }
  return true;
}

/* --- the lookup --- */

static value merge_value(struct lookup_command *l)
{
  if (l->merge == NULL) return VALUE_UNDEF;
  struct arena *a = l->job.arena;
  struct hash *h = hash_new(a, 4);
  hash_put_str(h, a, STR("strategy"), value_str(str_of(l->merge)));
  if (strcmp(l->merge, "deep") == 0) {
    hash_put_str(h, a, STR("sort_merged_arrays"), value_bool(l->sort));
    hash_put_str(h, a, STR("merge_hash_arrays"), value_bool(l->merge_hashes));
    if (l->prefix != NULL) hash_put_str(h, a, STR("knockout_prefix"), value_str(str_of(l->prefix)));
  }
  return value_hash(h);
}

static void find(struct context *context, void *arg)
{
  struct lookup_command *l = arg;
  struct compilation *c = (struct compilation *)context;
  str *names = arena_array(c->arena, (size_t)l->nkeys, sizeof *names);
  for (int i = 0; i < l->nkeys; i++) names[i] = str_of(l->keys[i]);
  struct lookup_request r = {.names = names,
                             .n = (uint32_t)l->nkeys,
                             .merge = merge_value(l),
                             .explain = l->explained,
                             .has_default = l->fallback != NULL};
  if (r.has_default) r.default_value = value_str(str_of(l->fallback));
  if (l->type != NULL) r.type = type_from_text(context, &c->resolver, str_of(l->type));
  l->found = lookup_values(c, c->top, &r);
}

static void write_result(struct lookup_command *l, struct context *c, struct buf *out, value v)
{
  if (l->format == FORMAT_YAML) {
    if (!value_write_yaml(c->arena, out, v, NULL, false)) fail_limit(c, LIMIT_DEPTH);
  } else if (l->format == FORMAT_JSON) {
    value_print_json(out, v);
  } else if (l->explained != NULL) {
    explain_write(l->explained, out);
  } else if (v.kind != V_UNDEF) {
    ruby_to_s(out, v);
  }
  if (out->n == 0 || out->p[out->n - 1] != '\n') buf_char(out, '\n');
}

/* A key without a value is not an error of the command; other failures are. */
static void run_step(struct compilation *c, void *arg)
{
  struct lookup_command *l = arg;
  c->context.node = NULL;
  if (l->explain || l->explain_options)
    l->explained = explain_new(c->arena, l->explain_options, l->explain_options && !l->explain);
  if (!context_protect(&c->context, find, l)) {
    if (c->context.failure.origin != FAILED_IN_LOOKUP) fail_again(&c->context);
    l->failed = l->explained == NULL;
    if (l->failed) return;
    explain_end(l->explained);
    explain_text(l->explained, context_message(&c->context));
  }
  struct buf out = BUF_IN(c->arena);
  value v = l->found;
  const unsigned long replaced = json_replaced();
  if (l->explained != NULL && l->format != FORMAT_TEXT) v = explain_value(l->explained);
  write_result(l, &c->context, &out, v);
  if (json_replaced() != replaced)
    fail_message(&c->context, FAILURE_LOOKUP, STR("source sequence is illegal/malformed utf-8"));
  cli_print(&out);
}

static int run(struct lookup_command *l)
{
  struct compile_cli *job = &l->job;
  struct node_data node;
  compile_cli_node(job, &node);
  const struct compile_settings settings = compile_cli_settings(job);
  struct environment *env = environment_new(&job->environment, &job->host);
  struct compile_result r = l->compile ? compile_then(env, &node, &settings, &job->host, run_step, l)
                                       : compile_apart(env, &node, &settings, &job->host, run_step, l);
  int status = l->failed ? 1 : 0;
  if (!r.ok) status = cli_error("Could not run: %.*s", STR_FMT(r.message));
  compile_result_free(&r);
  environment_free(env);
  return status;
}

int cmd_lookup(struct cli *cli, int argc, char **argv)
{
  struct lookup_command l = {.found = VALUE_UNDEF};
  const struct cli_option options[] = {
    {"node", 0, CLI_STRING, &l.node, "NODE", "node to look up for (default: this host)"},
    {"facts", 0, CLI_FILE, &l.facts, "FILE", "facts, YAML or JSON, which override the known ones"},
    {"merge", 0, CLI_STRING, &l.merge, "TYPE", "first, unique, hash or deep; by default as in lookup_options"},
    {"knock-out-prefix", 0, CLI_STRING, &l.prefix, "PREFIX", "with --merge deep: prefix of values that remove others"},
    {"sort-merged-arrays", 0, CLI_FLAG, &l.sort, NULL, "with --merge deep: sort arrays"},
    {"merge-hash-arrays", 0, CLI_FLAG, &l.merge_hashes, NULL, "with --merge deep: merge hashes in arrays by position"},
    {"type", 0, CLI_STRING, &l.type, "TYPE", "required type of the value"},
    {"default", 0, CLI_STRING, &l.fallback, "VALUE", "value to print if nothing is found"},
    {"explain", 0, CLI_FLAG, &l.explain, NULL, "print where the keys were searched and what was found"},
    {"explain-options", 0, CLI_FLAG, &l.explain_options, NULL, "the same for lookup_options"},
    {"compile", 'c', CLI_FLAG, &l.compile, NULL, "compile the node first, so that its variables are set"},
    {"render-as", 0, CLI_STRING, &l.render_as, "FORMAT", "s, json or yaml (s for explanations, else yaml)"},
  };
  const struct cli_usage usage = {
    "ficelle lookup KEY ... [--node NODE] [--facts FILE] [--environment ENV] [--merge TYPE] [--type TYPE]\n"
    "       [--default VALUE] [--explain] [--explain-options] [--compile] [--render-as s|json|yaml]",
    "Prints the value of the first key that has one in the data of the site (Hiera). Exits with 1 if no\n"
    "key has one; with --explain always with 0.",
    options, CLI_COUNT(options), SETTINGS_SERVER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status == CLI_GO) status = cli_print_configs(cli);
  if (status != CLI_GO) return status;
  l.nkeys = argc - 1;
  l.keys = argv + 1;
  status = check_options(&l);
  if (status != CLI_GO) return status;
  if (!compile_cli_begin(&l.job, cli, l.node)) return 1;
  str error;
  status = load(&l, &error) ? run(&l) : cli_error("%.*s", STR_FMT(error));
  compile_cli_end(&l.job);
  return cli_finish(status);
}

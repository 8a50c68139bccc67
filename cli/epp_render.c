/* `ficelle epp render`. */
#include <stdio.h>
#include <unistd.h>

#include "base/log.h"
#include "cli/compile_cli.h"
#include "cli/epp_render.h"
#include "cli/syntax_cli.h"
#include "compiler/evaluator/eval.h"
#include "compiler/template/template.h"

struct render {
  struct compile_cli job;
  const char *source, *values, *values_file, *facts;
  bool header;
  char **names; /* templates, ended by NULL */
  struct buf out;
  bool failed; /* one of the templates failed; the error was printed */
};

/* --- values --- */

static const char *class_of(value v)
{
  static const char *const names[] = {
    [V_UNDEF] = "NilClass", [V_DEFAULT] = "Symbol",
    [V_INT] = "Integer",    [V_FLOAT] = "Float",
    [V_STRING] = "String",  [V_ARRAY] = "Array",
    [V_REGEX] = "Regexp",   [V_SENSITIVE] = "Puppet::Pops::Types::PSensitiveType::Sensitive",
    [V_TYPE] = "Type",
  };
  if (v.kind == V_BOOL) return v.boolean ? "TrueClass" : "FalseClass";
  return v.kind < CLI_COUNT(names) && names[v.kind] != NULL ? names[v.kind] : "Object";
}

/* Returns NULL for undef. */
static const struct hash *check_hash(struct compilation *c, value v, const char *option, const char *undef)
{
  if (v.kind == V_UNDEF) return NULL;
  if (v.kind != V_HASH)
    fail_message(
      &c->context, FAILURE_EVALUATION,
      arena_printf(c->arena, "--%s option must evaluate to a Hash or %s, got: '%s'", option, undef, class_of(v)));
  for (uint32_t i = 0; i < v.hash->n; i++) {
    if (v.hash->entries[i].key.kind != V_STRING)
      fail_message(&c->context, FAILURE_EVALUATION,
                   arena_printf(c->arena, "--%s option must evaluate to a Hash with names as keys", option));
  }
  return v.hash;
}

static value evaluate(struct compilation *c, struct render *r, str file, str text)
{
  struct settings *settings = r->job.cli->settings;
  struct parse_options o = syntax_options(c->arena, settings);
  struct diag_list diags;
  diag_list_init(&diags, c->arena);
  const struct ast_program *p = parse_text(c->arena, file, text, &o, &diags);
  syntax_tell(c->arena, settings, &diags);
  if (p == NULL) fail_message(&c->context, FAILURE_SYNTAX, syntax_error_text(c->arena, settings, &diags));
  return eval_program(c, c->top, p);
}

struct load {
  struct render *render;
  value v;
};

static void load_file(struct context *context, void *arg)
{
  struct compilation *c = (struct compilation *)context;
  struct load *load = arg;
  str path = str_of(load->render->values_file), text, error;
  if (!c->host->read_file(c->host->ctx, c->arena, path, &text, &error))
    fail_message(context, FAILURE_MISSING,
                 arena_printf(c->arena, "%.*s @ rb_sysopen - %.*s", STR_FMT(error), STR_FMT(path)));
  if (str_ends(path, STR(".pp"))) load->v = evaluate(c, load->render, path, text);
  else if (!value_read_yaml(c->arena, text, &load->v, &error))
    fail_message(context, FAILURE_EVALUATION, arena_printf(c->arena, "(%.*s): %.*s", STR_FMT(path), STR_FMT(error)));
}

/* As in Puppet, a file that cannot be loaded is reported and gives no output. */
static const struct hash *values_of_file(struct compilation *c, struct render *r)
{
  str path = str_of(r->values_file);
  struct load load = {.render = r, .v = VALUE_UNDEF};
  if (!str_ends(path, STR(".pp")) && !str_ends(path, STR(".yaml"))) {
    cli_error("Only .yaml or .pp can be used as a --values_file");
  } else if (!context_protect(&c->context, load_file, &load)) {
    cli_error("Could not load --values_file %.*s", STR_FMT(context_message(&c->context)));
    load.v = VALUE_UNDEF;
  }
  return check_hash(c, load.v, "values_file", "undef/nil");
}

/* NULL: no values were given. */
static const struct hash *find_values(struct compilation *c, struct render *r)
{
  const struct hash *file = r->values_file != NULL ? values_of_file(c, r) : NULL;
  if (r->values == NULL) return file;
  value v = evaluate(c, r, STR("values-hash"), str_of(r->values));
  const struct hash *own = check_hash(c, v, "values", "undef");
  if (own == NULL || file == NULL) return own != NULL ? own : file;
  struct hash *all = hash_new(c->arena, file->n + own->n);
  for (uint32_t i = 0; i < file->n; i++) hash_put(all, c->arena, file->entries[i].key, file->entries[i].value);
  for (uint32_t i = 0; i < own->n; i++) hash_put(all, c->arena, own->entries[i].key, own->entries[i].value);
  return all;
}

/* --- templates --- */

static void append(struct buf *out, value v) { buf_str(out, value_text(v.kind == V_SENSITIVE ? *v.sensitive : v)); }

static void render_source(struct compilation *c, struct render *r, str source)
{
  append(&r->out, template_inline_epp(c, c->top, source, find_values(c, r)));
}

/* "module/file" if that template exists, else a path. */
static str template_name(struct compilation *c, const char *name)
{
  char directory[4096];
  str text = str_of(name);
  if (environment_module_file(c, "templates", text).n > 0 || !syntax_exists(name)) return text;
  if (name[0] == '/' || getcwd(directory, sizeof directory) == NULL) return text;
  return arena_printf(c->arena, "%s/%s", directory, name);
}

struct one {
  struct render *render;
  const char *name;
  bool begun; /* the values were read */
  value text;
};

static void render_one(struct context *context, void *arg)
{
  struct compilation *c = (struct compilation *)context;
  struct one *one = arg;
  const struct hash *values = find_values(c, one->render);
  one->begun = true;
  one->text = template_epp(c, c->top, template_name(c, one->name), values);
}

/* Continues with the next template, unless the error did not come from evaluating the template. */
static void tell_failure(struct compilation *c, const struct one *one, bool several)
{
  str message = context_message(&c->context);
  if (!failure_is_catchable(&c->context.failure, RESCUE_STANDARD_ERROR) || str_starts(message, STR("epp(): ")))
    fail_again(&c->context);
  if (several && one->begun) cli_error("--- %s", one->name);
  cli_error("%.*s", STR_FMT(message));
}

static void render_names(struct compilation *c, struct render *r)
{
  const bool several = r->names[0] != NULL && r->names[1] != NULL;
  for (char **name = r->names; *name != NULL; name++) {
    struct one one = {.render = r, .name = *name};
    if (!context_protect(&c->context, render_one, &one)) {
      tell_failure(c, &one, several);
      r->failed = true;
      continue;
    }
    if (several && r->header) buf_printf(&r->out, "%s--- %s\n", name != r->names ? "\n" : "", *name);
    append(&r->out, one.text);
  }
}

static void render_all(struct compilation *c, void *arg)
{
  struct render *r = arg;
  str text, error;
  if (r->source != NULL) {
    render_source(c, r, str_of(r->source));
  } else if (r->names[0] != NULL) {
    render_names(c, r);
  } else {
    if (!syntax_read_named(c->arena, "-", &text, &error))
      fail_message(&c->context, FAILURE_MISSING,
                   arena_printf(c->arena, "Could not read standard input: %.*s", STR_FMT(error)));
    render_source(c, r, text);
  }
}

/* --- the command --- */

static bool merge_facts(struct render *r, str *error)
{
  struct compile_cli *job = &r->job;
  const struct hash *given;
  if (r->facts == NULL) return true;
  if (!node_read_facts(job->arena, &job->host, str_of(r->facts), &given, error)) return false;
  struct hash *all = hash_new(job->arena, job->facts->n + given->n);
  for (uint32_t i = 0; i < job->facts->n; i++)
    hash_put(all, job->arena, job->facts->entries[i].key, job->facts->entries[i].value);
  for (uint32_t i = 0; i < given->n; i++) hash_put(all, job->arena, given->entries[i].key, given->entries[i].value);
  job->facts = all;
  struct hash *parameters = hash_copy(job->arena, job->found.parameters, given->n);
  for (uint32_t i = 0; i < given->n; i++)
    hash_put(parameters, job->arena, given->entries[i].key, given->entries[i].value);
  job->found.parameters = parameters;
  return true;
}

/* Runs without manifests and facts of the server. */
static bool render_with_node(struct render *r)
{
  struct compile_cli *job = &r->job;
  struct node_data node;
  job->environment.manifest = job->environment.config_version = STR_EMPTY;
  job->environment.has_code = false;
  compile_cli_node(job, &node);
  node.server_facts = &hash_empty;
  const struct compile_settings settings = compile_cli_settings(job);
  struct environment *env = environment_new(&job->environment, &job->host);
  struct compile_result result = compile_apart(env, &node, &settings, &job->host, render_all, r);
  const bool ok = result.ok && !r->failed;
  if (!result.ok) cli_error("%.*s", STR_FMT(result.message));
  else if (r->failed) cli_error("error while rendering epp");
  compile_result_free(&result);
  environment_free(env);
  return ok;
}

static bool run(struct render *r)
{
  str error;
  if (r->source == NULL && r->names[0] == NULL && isatty(STDIN_FILENO)) {
    cli_error("No input to process given on command line or stdin");
    return false;
  }
  r->job.compiles_nothing = true;
  if (compile_cli_load(&r->job, NULL, &error) && merge_facts(r, &error)) return render_with_node(r);
  cli_error("%.*s", STR_FMT(error));
  return false;
}

int epp_render(struct cli *cli, int argc, char **argv)
{
  struct render r = {.header = true, .out = BUF_HEAP};
  const char *node = NULL;
  const struct cli_option options[] = {
    {"node", 0, CLI_STRING, &node, "NODE", "node whose facts are used (default: this host)"},
    {"e", 'e', CLI_STRING, &r.source, "SOURCE", "render this text"},
    {"values", 0, CLI_STRING, &r.values, "HASH", "arguments of the template, in the Puppet language"},
    {"values_file", 0, CLI_FILE, &r.values_file, "FILE", "arguments in a .pp or .yaml file"},
    {"facts", 0, CLI_FILE, &r.facts, "FILE", "additional facts, YAML or JSON"},
    {"header", 0, CLI_FLAG, &r.header, NULL, "a heading for each of several templates (default)"},
  };
  const struct cli_usage usage = {
    "ficelle epp render [--node NODE] [--values HASH] [--values_file FILE] [--facts FILE] [--no-header]\n"
    "                   [-e SOURCE] [TEMPLATE ...]",
    "Renders EPP templates, a text, or standard input, and prints the result. A template\n"
    "is MODULE/FILE, looked for in the modules, or a path.",
    options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (!compile_cli_begin(&r.job, cli, node)) return 1;
  r.names = argv + 1;
  for (char **name = r.names; *name != NULL && status == CLI_GO; name++) status = cli_keep_pipe(*name);
  const bool ok = status == CLI_GO && run(&r);
  if (ok) {
    fwrite(r.out.n > 0 ? r.out.p : "", 1, r.out.n, stdout);
    if (r.out.n == 0 || r.out.p[r.out.n - 1] != '\n') putchar('\n');
  }
  buf_free(&r.out);
  compile_cli_end(&r.job);
  return ok ? cli_finish(0) : cli_finish(cli_error("Try 'ficelle help epp render' for usage"));
}

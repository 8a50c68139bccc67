/* Compiles many catalogs in one process, one JSON line a case on standard output:
 *
 *   {"id":…, "ok":true, "seconds":…, "cpu":…, "warm":…, "catalog":{…}, "logs":[[level,message],…]}
 *   {"id":…, "ok":false, "seconds":…, "cpu":…, "warm":…, "error":"message", "logs":[…]}
 *
 * Options, cases and defaults are those of the tool that records the real Puppet's answers, so that the two
 * outputs can be compared line by line. A case may also hold the node's `classes`, `parameters`, `trusted`
 * and `server_facts` and its own `modulepath`, and --strict-variables makes unknown variables errors. `--warm N`
 * compiles each case N times more and reports the fastest. `cpu` is the processor time of the first compilation, in
 * seconds, `warm` that of the fastest. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/regex.h"
#include "agent/facts/facts.h"
#include "compiler/compile.h"
#include "compiler/node/node.h"
#include "compiler/node/settings_values.h"

struct options {
  str modulepath[64];
  uint32_t nmodulepath;
  const char *facts, *node, *classes_of, *cases, *hiera;
  bool all_classes, list;
  long warm;
  bool no_native; /* functions and templates of modules are Ruby's */
  const char *strict_word;
  enum severity strict;
  bool strict_variables;
  bool rich_data;
  str server_version;          /* $serverversion */
  const struct hash *settings; /* $settings::… */
};

struct log_line {
  const char *level;
  str message;
};
struct logs {
  struct arena *arena;
  struct log_line *items;
  size_t n, cap;
  struct strmap once; /* messages Puppet gives once per process */
};

static struct arena *forever;
static struct logs logs;

static void keep_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                     str place)
{
  (void)category;
  static const char *const names[] = {"debug", "info", "notice", "warning", "err", "alert", "emerg", "crit"};
  struct logs *l = ctx;
  (void)source;
  (void)place;
  if (level == CLOG_DEBUG || level == CLOG_INFO) return;
  if (l->n == l->cap) {
    size_t cap = l->cap == 0 ? 64 : l->cap * 2;
    l->items = arena_regrow(l->arena, l->items, l->cap * sizeof *l->items, cap * sizeof *l->items);
    l->cap = cap;
  }
  l->items[l->n++] = (struct log_line){names[level], arena_str(l->arena, message)};
}

_Noreturn static void stop(const char *text)
{
  fprintf(stderr, "compile-batch: %s\n", text);
  exit(2);
}

static double now(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- cases --- */

struct test_case {
  str id, code, class_name, node, environment, hiera;
  bool has_code;
  const struct hash *facts, *parameters;
  const struct hash *trusted, *server_facts; /* NULL: what this tool makes */
  str *modulepath;                           /* NULL: the option's */
  uint32_t nmodulepath;
  value classes;
};
struct case_list {
  struct test_case *items;
  size_t n, cap;
};

static void add_case(struct case_list *l, struct test_case one)
{
  if (l->n == l->cap) {
    size_t cap = l->cap == 0 ? 256 : l->cap * 2;
    l->items = arena_regrow(forever, l->items, l->cap * sizeof *l->items, cap * sizeof *l->items);
    l->cap = cap;
  }
  l->items[l->n++] = one;
}

static str string_of(const struct hash *h, const char *name)
{
  const value *v = hash_get_str(h, str_of(name));
  return value_text_or_empty(value_or_undef(v));
}

static const struct hash *member_hash(const struct hash *h, const char *name, const struct hash *otherwise)
{
  const value *v = hash_get_str(h, str_of(name));
  return v != NULL && v->kind == V_HASH ? v->hash : otherwise;
}

static void read_modulepath(const struct hash *h, struct test_case *t)
{
  const value *v = hash_get_str(h, STR("modulepath"));
  if (v == NULL || v->kind != V_ARRAY) return;
  t->modulepath = arena_alloc(forever, (v->array->n + 1) * sizeof *t->modulepath);
  for (uint32_t i = 0; i < v->array->n; i++) {
    if (v->array->items[i].kind != V_STRING) stop("a modulepath is no array of strings");
    t->modulepath[t->nmodulepath++] = value_text(v->array->items[i]);
  }
}

static void read_cases(const struct host *host, const char *path, struct case_list *out)
{
  str text, error;
  if (!host->read_file(host->ctx, forever, str_of(path), &text, &error)) stop("cannot read the cases");
  for (size_t at = 0; at < text.n;) {
    size_t end = str_index(text, '\n', at);
    str line = str_trim(str_sub(text, at, end == SIZE_MAX ? text.n : end - at));
    at = end == SIZE_MAX ? text.n : end + 1;
    if (line.n == 0) continue;
    value v;
    if (!value_read_json(forever, line, &v, &error) || v.kind != V_HASH) stop("a line of the cases is no JSON object");
    const value *code = hash_get_str(v.hash, STR("code")), *classes = hash_get_str(v.hash, STR("classes"));
    add_case(out, (struct test_case){.id = string_of(v.hash, "id"),
                                     .code = string_of(v.hash, "code"),
                                     .has_code = code != NULL && code->kind == V_STRING,
                                     .class_name = string_of(v.hash, "class"),
                                     .node = string_of(v.hash, "node"),
                                     .environment = string_of(v.hash, "environment_path"),
                                     .hiera = string_of(v.hash, "hiera"),
                                     .facts = member_hash(v.hash, "facts", &hash_empty),
                                     .parameters = member_hash(v.hash, "parameters", &hash_empty),
                                     .trusted = member_hash(v.hash, "trusted", NULL),
                                     .server_facts = member_hash(v.hash, "server_facts", NULL),
                                     .classes = classes != NULL ? *classes : VALUE_UNDEF});
    read_modulepath(v.hash, &out->items[out->n - 1]);
  }
}

/* Whether a text has a line that begins the class. */
static bool defines_class(const struct host *host, str path, str name)
{
  str text, error;
  if (!host->read_file(host->ctx, forever, path, &text, &error)) return false;
  str source = arena_printf(forever, "^\\s*class\\s+(::)?%.*s\\b", STR_FMT(name));
  const struct regex *re = regex_compile(forever, source, &error);
  return re != NULL && regex_search(re, text, 0, NULL) == REGEX_MATCH;
}

struct paths {
  str *items;
  uint32_t n, cap;
};

static void collect_manifests(const struct host *host, str dir, str prefix, struct paths *out)
{
  str *names;
  uint32_t n;
  if (!host->list_directory(host->ctx, forever, dir, &names, &n)) return;
  for (uint32_t i = 0; i < n; i++) {
    str path = arena_printf(forever, "%.*s/%.*s", STR_FMT(dir), STR_FMT(names[i]));
    str relative = arena_printf(forever, "%.*s%.*s", STR_FMT(prefix), STR_FMT(names[i]));
    if (host->stat(host->ctx, path).kind == HOST_DIRECTORY && !host->is_link(host->ctx, path)) {
      collect_manifests(host, path, arena_printf(forever, "%.*s/", STR_FMT(relative)), out);
    } else if (str_ends(names[i], STR(".pp"))) {
      if (out->n == out->cap) {
        uint32_t cap = out->cap == 0 ? 64 : out->cap * 2;
        out->items = arena_regrow(forever, out->items, out->cap * sizeof *out->items, cap * sizeof *out->items);
        out->cap = cap;
      }
      out->items[out->n++] = relative;
    }
  }
}

static str class_of(str module, str relative)
{
  str stem = str_sub(relative, 0, relative.n - 3);
  if (str_eqz(stem, "init")) return module;
  struct buf out = BUF_IN(forever);
  buf_str(&out, module);
  buf_z(&out, "::");
  for (size_t i = 0; i < stem.n; i++) {
    if (stem.p[i] == '/') buf_z(&out, "::");
    else buf_char(&out, stem.p[i]);
  }
  return buf_view(&out);
}

static bool is_wanted(const struct options *o, str module)
{
  if (o->classes_of == NULL) return true;
  str all = str_of(o->classes_of);
  for (size_t at = 0; at <= all.n;) {
    size_t end = str_index(all, ',', at);
    if (str_eq(str_sub(all, at, end == SIZE_MAX ? all.n : end - at), module)) return true;
    if (end == SIZE_MAX) return false;
    at = end + 1;
  }
  return false;
}

static void find_classes(const struct options *o, const struct host *host, struct case_list *out)
{
  for (uint32_t i = 0; i < o->nmodulepath; i++) {
    str *modules;
    uint32_t n;
    if (!host->list_directory(host->ctx, forever, o->modulepath[i], &modules, &n)) continue;
    for (uint32_t j = 0; j < n; j++) {
      if (!is_wanted(o, modules[j])) continue;
      str dir = arena_printf(forever, "%.*s/%.*s/manifests", STR_FMT(o->modulepath[i]), STR_FMT(modules[j]));
      struct paths found = {0};
      collect_manifests(host, dir, STR_EMPTY, &found);
      if (found.n > 1) qsort(found.items, found.n, sizeof *found.items, str_order);
      for (uint32_t k = 0; k < found.n; k++) {
        str name = class_of(modules[j], found.items[k]);
        if (!defines_class(host, arena_printf(forever, "%.*s/%.*s", STR_FMT(dir), STR_FMT(found.items[k])), name)) {
          continue;
        }
        add_case(out,
                 (struct test_case){.id = name, .class_name = name, .facts = &hash_empty, .parameters = &hash_empty});
      }
    }
  }
}

/* --- compiling --- */

static struct node_data make_node(const struct options *o, const struct test_case *t, const struct hash *facts,
                                  struct arena *a)
{
  str name = t->node.n > 0 ? t->node : str_of(o->node);
  struct hash *all = hash_copy(a, facts, t->facts->n);
  for (uint32_t i = 0; i < t->facts->n; i++) hash_put(all, a, t->facts->entries[i].key, t->facts->entries[i].value);
  const struct server_identity server = {
    .version = o->server_version, .name = STR("oracle.example.com"), .ip = STR("192.0.2.1")};
  struct node_data node;
  node_make(a, name, all, &(struct node_identity){STR("local"), name, NULL}, STR("production"), &server, &node);
  if (t->trusted != NULL) node.trusted = t->trusted;
  if (t->server_facts != NULL) node.server_facts = t->server_facts;
  if (t->parameters->n > 0) node.parameters = t->parameters;
  node.classes = t->classes;
  if (t->class_name.n > 0) {
    struct hash *classes = hash_new(a, 1);
    hash_put_str(classes, a, t->class_name, VALUE_UNDEF);
    node.classes = value_hash(classes);
  }
  return node;
}

/* Puppet warns when the environment it adds to the node's parameters is there already; once per message. */
static void warn_environment(str node)
{
  str message = arena_printf(forever,
                             "The node parameter 'environment' for node '%.*s' was already set to "
                             "'production'. It could not be set to 'production'",
                             STR_FMT(node));
  bool made;
  strmap_slot(&logs.once, message, &made);
  if (made) keep_log(&logs, &log_compile, CLOG_WARNING, STR_EMPTY, message, STR_EMPTY);
}

/* What a case took, in seconds. */
struct taken {
  double seconds, cpu, warm;
};

static void print_case(const struct test_case *t, const struct compile_result *r, str node, struct taken taken)
{
  struct buf out = BUF_HEAP;
  buf_z(&out, "{\"id\":");
  json_quote(&out, t->id);
  buf_printf(&out, ",\"ok\":%s,\"seconds\":%.6f,\"cpu\":%.6f,\"warm\":%.6f,", r->ok ? "true" : "false", taken.seconds,
             taken.cpu, taken.warm);
  if (r->ok) {
    buf_z(&out, "\"catalog\":");
    buf_str(&out, r->json);
  } else {
    buf_z(&out, "\"error\":");
    json_quote(&out, compile_failure_text(r->arena, r, node));
  }
  buf_z(&out, ",\"logs\":[");
  for (size_t i = 0; i < logs.n; i++) {
    buf_printf(&out, "%s[\"%s\",", i > 0 ? "," : "", logs.items[i].level);
    json_quote(&out, logs.items[i].message);
    buf_char(&out, ']');
  }
  buf_z(&out, "]}\n");
  fwrite(out.p, 1, out.n, stdout);
  buf_free(&out);
}

/* Without the option there is a place for the file, and no file. */
static str global_hiera(const struct options *o)
{
  return o->hiera != NULL ? str_of(o->hiera) : STR("/nonexistent/hiera.yaml");
}

static void run_case(const struct options *o, const struct host *host, struct environment *shared,
                     const struct test_case *t, const struct hash *facts)
{
  struct arena *a = arena_new();
  logs.arena = a;
  logs.items = NULL;
  logs.n = logs.cap = 0;
  struct node_data node = make_node(o, t, facts, a);
  struct environment *env = shared;
  double began = now(CLOCK_MONOTONIC), cpu_began = now(CLOCK_PROCESS_CPUTIME_ID);
  if (t->has_code) {
    const bool own = t->modulepath != NULL;
    const struct environment_options options = {.name = STR("production"),
                                                .modulepath = own ? t->modulepath : o->modulepath,
                                                .nmodulepath = own ? t->nmodulepath : o->nmodulepath,
                                                .path = t->environment,
                                                .hiera_config = t->hiera.n > 0 ? t->hiera : global_hiera(o),
                                                .codedir = STR("/etc/puppet/code"),
                                                .has_code = true,
                                                .code = t->code};
    env = environment_new(&options, host);
  }
  const struct compile_settings settings = {.strict = o->strict,
                                            .strict_variables = o->strict_variables,
                                            .rich_data = o->rich_data,
                                            .server_version = o->server_version,
                                            .values = o->settings,
                                            .write_json = true,
                                            .ruby_time_limit_ms = 10000,
                                            .ruby_memory_limit_bytes = (size_t)256 << 20,
                                            .without_native_functions = o->no_native,
                                            .without_native_templates = o->no_native};
  warn_environment(node.name);
  struct compile_result r = compile(env, &node, &settings, host, NULL);
  struct taken taken = {.seconds = now(CLOCK_MONOTONIC) - began, .cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu_began};
  taken.warm = taken.cpu;
  const size_t nlogs = logs.n;
  for (long i = 0; i < o->warm; i++) {
    compile_result_free(&r);
    began = now(CLOCK_MONOTONIC);
    cpu_began = now(CLOCK_PROCESS_CPUTIME_ID);
    r = compile(env, &node, &settings, host, NULL);
    const double seconds = now(CLOCK_MONOTONIC) - began, cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu_began;
    if (seconds < taken.seconds) taken.seconds = seconds;
    if (cpu < taken.warm) taken.warm = cpu;
    logs.n = nlogs;
  }
  print_case(t, &r, node.name, taken);
  compile_result_free(&r);
  if (env != shared) environment_free(env);
  arena_free(a);
}

/* --- options --- */

enum {
  O_MODULEPATH = 1000,
  O_FACTS,
  O_NODE,
  O_CLASSES_OF,
  O_ALL,
  O_CASES,
  O_HIERA,
  O_STRICT,
  O_STRICT_VARIABLES,
  O_LIST,
  O_WARM,
  O_SERVER_VERSION,
  O_RICH_DATA,
  O_NO_NATIVE
};

static void split_modulepath(struct options *o, const char *text)
{
  str all = str_of(text);
  for (size_t at = 0; at <= all.n && o->nmodulepath < 64;) {
    size_t end = str_index(all, ':', at);
    str one = str_sub(all, at, end == SIZE_MAX ? all.n : end - at);
    if (one.n > 0) o->modulepath[o->nmodulepath++] = one;
    if (end == SIZE_MAX) return;
    at = end + 1;
  }
}

static enum severity parse_strict(const char *word)
{
  if (strcmp(word, "off") == 0) return SEVERITY_IGNORE;
  if (strcmp(word, "warning") == 0) return SEVERITY_WARNING;
  if (strcmp(word, "error") == 0) return SEVERITY_ERROR;
  stop("--strict is off, warning or error");
}

static void read_options(struct options *o, int argc, char **argv)
{
  static const struct option names[] = {{"modulepath", required_argument, NULL, O_MODULEPATH},
                                        {"facts", required_argument, NULL, O_FACTS},
                                        {"node", required_argument, NULL, O_NODE},
                                        {"classes-of", required_argument, NULL, O_CLASSES_OF},
                                        {"all-classes", no_argument, NULL, O_ALL},
                                        {"cases", required_argument, NULL, O_CASES},
                                        {"hiera", required_argument, NULL, O_HIERA},
                                        {"strict", required_argument, NULL, O_STRICT},
                                        {"strict-variables", no_argument, NULL, O_STRICT_VARIABLES},
                                        {"list", no_argument, NULL, O_LIST},
                                        {"warm", required_argument, NULL, O_WARM},
                                        {"no-native", no_argument, NULL, O_NO_NATIVE},
                                        {"rich-data", no_argument, NULL, O_RICH_DATA},
                                        {"server-version", required_argument, NULL, O_SERVER_VERSION},
                                        {NULL, 0, NULL, 0}};
  for (int opt; (opt = getopt_long(argc, argv, "", names, NULL)) != -1;) {
    switch (opt) {
    case O_MODULEPATH: split_modulepath(o, optarg); break;
    case O_FACTS: o->facts = optarg; break;
    case O_NODE: o->node = optarg; break;
    case O_CLASSES_OF: o->classes_of = optarg; break;
    case O_ALL: o->all_classes = true; break;
    case O_CASES: o->cases = optarg; break;
    case O_HIERA: o->hiera = optarg; break;
    case O_STRICT:
      o->strict = parse_strict(optarg);
      o->strict_word = optarg;
      break;
    case O_STRICT_VARIABLES: o->strict_variables = true; break;
    case O_LIST: o->list = true; break;
    case O_NO_NATIVE: o->no_native = true; break;
    case O_RICH_DATA: o->rich_data = true; break;
    case O_SERVER_VERSION: o->server_version = str_of(optarg); break;
    case O_WARM: o->warm = strtol(optarg, NULL, 10); break;
    default: exit(2);
    }
  }
}

/* Puppet's defaults but for those that the recorder sets too. */
static struct settings *known_settings(struct options *o)
{
  struct settings *s = settings_new();
  struct buf error = BUF_IN(forever);
  if (!settings_set(s, SETTING_strict, str_of(o->strict_word), &error) ||
      !settings_set(s, SETTING_strict_variables, str_of(o->strict_variables ? "true" : "false"), &error)) {
    stop("the settings cannot be made");
  }
  o->settings = settings_values(forever, s, STR("production"), STR_EMPTY, o->modulepath, o->nmodulepath);
  return s;
}

static void print_list(const struct case_list *all)
{
  for (size_t i = 0; i < all->n; i++) {
    struct buf out = BUF_HEAP;
    buf_z(&out, "{\"id\":");
    json_quote(&out, all->items[i].id);
    buf_printf(&out, ",\"%s\":", all->items[i].has_code ? "code" : "class");
    json_quote(&out, all->items[i].has_code ? all->items[i].code : all->items[i].class_name);
    printf("%s}\n", out.p);
    buf_free(&out);
  }
}

static str core_facts(void *ctx, struct arena *a)
{
  (void)ctx;
  return facts_core_json(a);
}

int main(int argc, char **argv)
{
  struct options o = {.node = "oracle.example.com",
                      .strict_word = "warning",
                      .strict = SEVERITY_WARNING,
                      .server_version = STR("7.23.0")};
  read_options(&o, argc, argv);
  forever = arena_new();
  strmap_init(&logs.once, forever);
  struct host host = host_real(keep_log, &logs);
  host.facts = core_facts;
  const struct hash *facts = &hash_empty;
  str error;
  if (o.facts != NULL && !node_read_facts(forever, &host, str_of(o.facts), &facts, &error)) {
    fprintf(stderr, "compile-batch: %.*s\n", STR_FMT(error));
    return 2;
  }
  struct settings *settings = known_settings(&o);
  struct case_list all = {0};
  if (o.cases != NULL) read_cases(&host, o.cases, &all);
  else find_classes(&o, &host, &all);
  if (o.list) {
    print_list(&all);
  } else {
    const struct environment_options options = {.name = STR("production"),
                                                .modulepath = o.modulepath,
                                                .nmodulepath = o.nmodulepath,
                                                .hiera_config = global_hiera(&o),
                                                .codedir = STR("/etc/puppet/code")};
    struct environment *env = environment_new(&options, &host);
    for (size_t i = 0; i < all.n; i++) run_case(&o, &host, env, &all.items[i], facts);
    environment_free(env);
  }
  settings_free(settings);
  arena_free(forever);
  return fflush(stdout) == 0 ? 0 : 1;
}

/* `ficelle catalog diff`: compares two files, or the catalogs that two code directories give for nodes. */
#include "cli/catalog_diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/catalog_cli.h"
#include "cli/syntax_cli.h"

enum { SAME = 0, FAILED = 1, DIFFERENT = 2 };

struct diff {
  struct cli *cli;
  struct catalog_diff_options options;
  const char *facts;       /* a file, or a directory with NODE.yaml; NULL: the stored facts */
  const char *environment; /* for code directories */
  bool json;
  struct buf out;
  struct json_writer writer;
  uint32_t nodes, same, different, failed;
};

/* --- results --- */

static void tell(struct diff *d, struct arena *a, str node, const struct catalog_diff *found)
{
  d->nodes++;
  if (found->same) d->same++;
  else d->different++;
  if (d->json) {
    json_begin_object(&d->writer);
    json_kstr(&d->writer, STR("node"), node);
    catalog_diff_json(&d->writer, found);
    json_end_object(&d->writer);
    return;
  }
  if (found->same) return;
  buf_printf(&d->out, "%s%.*s:\n", d->different > 1 ? "\n" : "", STR_FMT(node));
  catalog_diff_text(a, &d->out, found);
  cli_print(&d->out);
  buf_clear(&d->out);
}

static void tell_failure(struct diff *d, str node, const char *side, str message)
{
  d->nodes++;
  d->failed++;
  if (d->json) {
    json_begin_object(&d->writer);
    json_kstr(&d->writer, STR("node"), node);
    json_kstr(&d->writer, STR("failed"), str_of(side));
    json_kstr(&d->writer, STR("message"), message);
    json_end_object(&d->writer);
  }
  if (side[0] != '\0') cli_error("%.*s: %s: %.*s", STR_FMT(node), side, STR_FMT(message));
  else cli_error("%.*s", STR_FMT(message));
}

static int finish(struct diff *d, bool many)
{
  if (d->json) {
    json_end_array(&d->writer);
    json_end_object(&d->writer);
    cli_print(&d->out);
    putchar('\n');
  } else if (many) {
    printf("%s%u node%s: %u the same, %u different, %u failed\n", d->different > 0 ? "\n" : "", d->nodes,
           d->nodes == 1 ? "" : "s", d->same, d->different, d->failed);
  }
  return d->failed > 0 ? FAILED : d->different > 0 ? DIFFERENT : SAME;
}

/* --- two files --- */

static void compare_files(struct diff *d, const char *before, const char *after)
{
  struct arena *a = arena_new();
  struct catalog_doc one, other;
  struct catalog_diff found;
  str error;
  if (!catalog_read_file(a, before, &one, &error) || !catalog_read_file(a, after, &other, &error)) {
    tell_failure(d, str_of(after), "", error);
  } else {
    catalog_compare(a, &one, &other, &d->options, &found);
    tell(d, a, other.name.n > 0 ? other.name : str_of(after), &found);
  }
  arena_free(a);
}

/* --- two code directories --- */

/* One of the two code directories. Its environment stays open for all nodes, so that manifests are parsed once. */
struct side {
  const char *label, *directory;
  struct host host;
  struct environment *environment;
};

static bool set(struct cli *cli, enum setting_id id, str text)
{
  struct buf error = BUF_HEAP;
  const bool ok = settings_set(cli->settings, id, text, &error);
  if (!ok) cli_error("%.*s", STR_FMT(buf_view(&error)));
  buf_free(&error);
  return ok;
}

/* A directory that contains `environments` is a code directory, any other directory an environment. */
static bool choose(struct diff *d, struct arena *a, const struct side *side)
{
  char real[4096], *slash;
  if (realpath(side->directory, real) == NULL) return false;
  const str path = arena_printf(a, "%s/environments", real);
  if (syntax_exists(path.p)) {
    return set(d->cli, SETTING_codedir, str_of(real)) && set(d->cli, SETTING_environmentpath, path) &&
           set(d->cli, SETTING_environment, str_of(d->environment));
  }
  slash = strrchr(real, '/');
  *slash = '\0';
  return set(d->cli, SETTING_environmentpath, real[0] == '\0' ? STR("/") : str_of(real)) &&
         set(d->cli, SETTING_environment, str_of(slash + 1));
}

/* If --facts is a directory: NODE.yaml or NODE.json in it. */
static bool facts_of(const struct diff *d, struct arena *a, const char *node, const char **out, str *error)
{
  static const char *const suffixes[] = {"yaml", "json"};
  *out = d->facts;
  if (d->facts == NULL || !syntax_exists(arena_printf(a, "%s/.", d->facts).p)) return true;
  for (size_t i = 0; i < CLI_COUNT(suffixes); i++) {
    *out = arena_printf(a, "%s/%s.%s", d->facts, node, suffixes[i]).p;
    if (syntax_exists(*out)) return true;
  }
  *error = arena_printf(a, "No facts of %s in %s", node, d->facts);
  return false;
}

static bool same_environment(const struct environment *e, const struct environment_options *o)
{
  return e != NULL && str_eq(e->options.name, o->name) && str_eq(e->options.path, o->path);
}

static bool compile_job(struct arena *a, struct side *side, struct compile_cli *job, const char *facts,
                        struct catalog_doc *out, str *error)
{
  struct node_data data;
  if (!compile_cli_load(job, facts, error)) {
    *error = arena_str(a, *error);
    return false;
  }
  compile_cli_node(job, &data);
  struct compile_settings settings = compile_cli_settings(job);
  settings.write_json = settings.drop_exported = true;
  settings.cycles = SEVERITY_IGNORE;
  if (!same_environment(side->environment, &job->environment)) {
    if (side->environment != NULL) environment_free(side->environment);
    side->environment = environment_new(&job->environment, &side->host);
  }
  struct compile_result r = compile(side->environment, &data, &settings, &side->host, NULL);
  const bool ok = r.ok;
  if (ok) *error = STR_EMPTY;
  else *error = arena_str(a, r.message);
  const bool read = ok && catalog_read(a, r.json, out, error);
  compile_result_free(&r);
  return read;
}

static bool compile_side(struct diff *d, struct arena *a, struct side *side, const char *node, struct catalog_doc *out,
                         str *error)
{
  struct compile_cli job;
  const char *facts;
  *error = STR_EMPTY;
  if (!choose(d, a, side)) {
    *error = arena_printf(a, "Directory %s does not exist", side->directory);
    return false;
  }
  if (!facts_of(d, a, node, &facts, error) || !compile_cli_begin(&job, d->cli, node)) return false;
  const bool ok = compile_job(a, side, &job, facts, out, error);
  compile_cli_end(&job);
  return ok;
}

static void compare_node(struct diff *d, struct side sides[2], const char *node)
{
  struct arena *a = arena_new();
  struct catalog_doc docs[2];
  struct catalog_diff found;
  str error;
  for (int i = 0; i < 2; i++) {
    if (compile_side(d, a, &sides[i], node, &docs[i], &error)) continue;
    tell_failure(d, str_of(node), sides[i].label, error);
    arena_free(a);
    return;
  }
  catalog_compare(a, &docs[0], &docs[1], &d->options, &found);
  tell(d, a, str_of(node), &found);
  arena_free(a);
}

static void show_progress(uint32_t done, uint32_t all)
{
  if (all < 2 || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r%u of %u nodes%s", done, all, done == all ? "\n" : "");
  fflush(stderr);
}

/* Names of the files in the directory of facts, without suffix. */
static uint32_t nodes_with_facts(struct diff *d, struct arena *a, const char ***out)
{
  const struct host host = compile_cli_host();
  str *names;
  uint32_t n, found = 0;
  if (d->facts == NULL || !host.list_directory(NULL, a, str_of(d->facts), &names, &n)) return 0;
  *out = arena_array(a, (size_t)n + 1, sizeof **out);
  for (uint32_t i = 0; i < n; i++) {
    if (!str_ends(names[i], STR(".yaml")) && !str_ends(names[i], STR(".json"))) continue;
    (*out)[found++] = arena_strz(a, str_sub(names[i], 0, names[i].n - 5));
  }
  return found;
}

static int compare_directories(struct diff *d, const char *before, const char *after, const char **nodes, uint32_t n)
{
  struct arena *a = arena_new();
  const struct host host = compile_cli_host();
  d->environment = arena_strz(a, settings_str(d->cli->settings, SETTING_environment));
  struct side sides[2] = {{"old", before, host, NULL}, {"new", after, host, NULL}};
  if (n == 0) n = nodes_with_facts(d, a, &nodes);
  int status = FAILED;
  if (n == 0) {
    cli_error("Name the nodes to compare, or a directory of facts with --facts");
  } else {
    for (uint32_t i = 0; i < n; i++) {
      show_progress(i, n);
      compare_node(d, sides, nodes[i]);
    }
    show_progress(n, n);
    status = finish(d, true);
  }
  for (int i = 0; i < 2; i++) {
    if (sides[i].environment != NULL) environment_free(sides[i].environment);
  }
  arena_free(a);
  return status;
}

/* --- the action --- */

static bool is_directory(const char *path)
{
  char inside[4096];
  return snprintf(inside, sizeof inside, "%s/.", path) < (int)sizeof inside && syntax_exists(inside);
}

static int run(struct diff *d, const char *before, const char *after, int argc, char **argv)
{
  json_init(&d->writer, &d->out, false);
  if (before == NULL && after == NULL && argc > 1 && is_directory(argv[0]) && is_directory(argv[1])) {
    before = argv[0];
    after = argv[1];
    argc -= 2;
    argv += 2;
  }
  if ((before == NULL) != (after == NULL)) return cli_error("--old and --new must be used together");
  if (before == NULL && argc != 2) return cli_error("catalog diff takes two catalogs, or two directories and nodes");
  if (before == NULL && strcmp(argv[0], "-") == 0 && strcmp(argv[1], "-") == 0) {
    return cli_error("Only one of the catalogs can be standard input");
  }
  if (d->json) {
    json_begin_object(&d->writer);
    json_key(&d->writer, STR("nodes"));
    json_begin_array(&d->writer);
  }
  if (before != NULL) return compare_directories(d, before, after, (const char **)argv, (uint32_t)argc);
  compare_files(d, argv[0], argv[1]);
  return finish(d, false);
}

int catalog_diff(struct cli *cli, int argc, char **argv)
{
  struct diff d = {.cli = cli, .out = BUF_HEAP};
  const char *before = NULL, *after = NULL, *render_as = NULL;
  const struct cli_option options[] = {
    {"old", 0, CLI_STRING, &before, "DIR", "code directory, or environment, to compile the first catalogs with"},
    {"new", 0, CLI_STRING, &after, "DIR", "the same for the second"},
    {"facts", 0, CLI_FILE, &d.facts, "DIR", "facts: DIR/NODE.yaml or .json; a file is for all nodes"},
    {"tags", 't', CLI_FLAG, &d.options.tags, NULL, "compare tags, too"},
    {"order", 0, CLI_FLAG, &d.options.order, NULL, "compare the order of resources, too"},
    {"render-as", 0, CLI_STRING, &render_as, "FORMAT", "json: one object, for programs"},
  };
  const struct cli_usage usage = {
    "ficelle catalog diff [--tags] [--order] [--render-as json] A B\n"
    "       ficelle catalog diff --old DIR --new DIR [--facts DIR] [NODE ...]",
    "Prints the differences between two catalogs: files of ficelle, Puppet or PuppetDB in JSON or YAML,\n"
    "or - for standard input. Or compiles nodes with two code directories (DIR/environments) or\n"
    "environments, and compares the catalogs; without NODE, of all nodes that have facts in the\n"
    "directory --facts. Files, lines and versions are not compared, and Sensitive values are not shown.\n"
    "The status is 0 if all are equal, 2 if some differ, 1 after an error.",
    options, CLI_COUNT(options), SETTINGS_SERVER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (render_as != NULL && strcmp(render_as, "json") != 0) return cli_error("not supported: --render-as %s", render_as);
  d.json = render_as != NULL;
  status = run(&d, before, after, argc - 1, argv + 1);
  buf_free(&d.out);
  return cli_finish(status);
}

/* `ficelle describe`: resource types and functions, from the tables the compiler goes by. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json_write.h"
#include "cli/compile_cli.h"
#include "compiler/functions/fn.h"
#include "compiler/restypes/restype.h"

cli_fn cmd_describe;

struct describe {
  bool functions, list, json, meta, shorter, providers;
};

/* --- functions --- */

struct listed {
  struct fn_listing *items;
  size_t n, cap;
};

static void keep(void *ctx, const struct fn_listing *one)
{
  struct listed *l = ctx;
  if (l->n == l->cap) {
    l->cap = l->cap == 0 ? 128 : l->cap * 2;
    l->items = xrealloc(l->items, l->cap * sizeof *l->items);
  }
  l->items[l->n++] = *one;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(((const struct fn_listing *)a)->name, ((const struct fn_listing *)b)->name);
}

/* Functions of the older kind take anything; how much, is all that is known. */
static void old_signature(struct buf *out, int arity)
{
  int least = arity < 0 ? -arity - 1 : arity;
  for (int i = 1; i <= least; i++) {
    buf_printf(out, i == 1 ? "Any arg%d" : ", Any arg%d", i);
  }
  if (arity < 0) {
    buf_z(out, least == 0 ? "Any args*" : ", Any args*");
  }
}

static void signature_text(struct buf *out, const struct fn_listing *f, uint32_t i)
{
  buf_char(out, '(');
  if (f->old) {
    old_signature(out, f->arity);
  } else {
    signature_format(out, &f->signatures[i]);
  }
  buf_char(out, ')');
}

static uint32_t signature_count(const struct fn_listing *f) { return f->old ? 1 : f->n; }

static void print_function(struct buf *out, const struct fn_listing *f)
{
  buf_printf(out, "%s [%s%s%s] - %s\n", f->name, f->family, f->module == NULL ? "" : ", module ",
             f->module == NULL ? "" : f->module, f->doc);
  for (uint32_t i = 0; i < signature_count(f); i++) {
    buf_z(out, "    ");
    signature_text(out, f, i);
    buf_char(out, '\n');
  }
}

static void print_function_json(struct json_writer *w, const struct fn_listing *f)
{
  json_begin_object(w);
  json_kstr(w, STR("name"), str_of(f->name));
  json_kstr(w, STR("family"), str_of(f->family));
  if (f->module != NULL) {
    json_kstr(w, STR("module"), str_of(f->module));
  }
  json_kstr(w, STR("doc"), str_of(f->doc));
  json_key(w, STR("signatures"));
  json_begin_array(w);
  for (uint32_t i = 0; i < signature_count(f); i++) {
    struct buf text = BUF_HEAP;
    signature_text(&text, f, i);
    json_str(w, buf_view(&text));
    buf_free(&text);
  }
  json_end_array(w);
  json_end_object(w);
}

static bool is_asked_for(const char *name, char **names, int count)
{
  for (int i = 0; i < count; i++) {
    if (strcmp(name, names[i]) == 0) {
      return true;
    }
  }
  return count == 0;
}

static int describe_functions(const struct describe *d, char **names, int count)
{
  struct listed l = {0};
  struct buf out = BUF_HEAP;
  struct json_writer w;
  size_t found = 0;
  fn_list(keep, &l);
  qsort(l.items, l.n, sizeof *l.items, by_name);
  json_init(&w, &out, true);
  if (d->json) {
    json_begin_array(&w);
  }
  for (size_t i = 0; i < l.n; i++) {
    if (!is_asked_for(l.items[i].name, names, count)) {
      continue;
    }
    found++;
    if (d->json) {
      print_function_json(&w, &l.items[i]);
    } else {
      print_function(&out, &l.items[i]);
    }
  }
  if (d->json) {
    json_end_array(&w);
    buf_char(&out, '\n');
  }
  cli_print(&out);
  buf_free(&out);
  free(l.items);
  return found < (size_t)count ? cli_error("describe: not all of these functions are there") : cli_finish(0);
}

/* --- resource types --- */

enum { LINE_WIDTH = 72, INDENT = 4 };

static int by_text(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_type_name(const void *a, const void *b)
{
  return strcmp((*(const struct restype *const *)a)->name->text, (*(const struct restype *const *)b)->name->text);
}

/* Names in order, with commas, in lines of Puppet's width. */
static void print_names(const char **names, size_t n)
{
  size_t column = 0;
  qsort(names, n, sizeof *names, by_text);
  for (size_t i = 0; i < n; i++) {
    const char *comma = i + 1 < n ? "," : "";
    size_t length = strlen(names[i]) + strlen(comma);
    bool fits = column == 0 || column + 1 + length <= LINE_WIDTH;
    if (column > 0 && fits) {
      putchar(' ');
      column++;
    } else {
      printf("%s%*s", column > 0 ? "\n" : "", INDENT, "");
      column = 0;
    }
    printf("%s%s", names[i], comma);
    column += length;
  }
  putchar('\n');
}

static void print_heading(const char *text, char line)
{
  printf("\n%s\n", text);
  for (size_t i = 0; i < strlen(text); i++) putchar(line);
  putchar('\n');
}

static void print_metaparameters(void)
{
  const symbol *const *all = restype_metaparameters();
  size_t n = 0;
  while (all[n] != NULL) n++;
  const char **names = xcalloc(n, sizeof *names);
  for (size_t i = 0; i < n; i++) names[i] = all[i]->text;
  print_heading("Meta Parameters", '-');
  print_names(names, n);
  free(names);
}

static void print_type(const struct describe *d, const struct restype *t)
{
  const size_t n = t->nattributes;
  const char **names = xcalloc(n + 1, sizeof *names);
  for (size_t i = 0; i < n; i++) names[i] = t->attributes[i]->text;
  print_heading(t->name->text, '=');
  if (t->module.n > 0) {
    printf("From module %.*s.\n", STR_FMT(t->module));
  }
  print_heading("Parameters", '-');
  print_names(names, n);
  free(names);
  if (d->meta) {
    print_metaparameters();
  }
}

struct wanted {
  const struct describe *describe;
  char **names;
  int count;
};

static void describe_found(struct compilation *c, void *arg)
{
  const struct wanted *w = arg;
  for (int i = 0; i < w->count; i++) {
    const struct restype *t = environment_find_restype(c, sym_intern(str_of(w->names[i])));
    if (t != NULL) print_type(w->describe, t);
    else printf("Unknown type %s\n", w->names[i]);
  }
}

/* Those that the modules of the environment bring, too. */
static int describe_in_environment(struct cli *cli, struct wanted *w)
{
  struct compile_cli job;
  str error;
  if (!compile_cli_begin(&job, cli, NULL)) return 1;
  const str environment = settings_str(cli->settings, SETTING_environment);
  if (!environment_read_conf(job.arena, &job.host, cli->settings, environment, &job.environment, &error)) {
    compile_cli_end(&job);
    return cli_error("%.*s", STR_FMT(error));
  }
  job.environment.manifest = job.environment.config_version = STR_EMPTY;
  job.environment.has_code = false;
  const struct node_data node = {.name = job.node, .facts = compile_cli_host_facts(&job, job.arena, false),
                                 .parameters = &hash_empty, .trusted = &hash_empty, .server_facts = &hash_empty};
  const struct compile_settings settings = compile_cli_settings(&job);
  struct environment *env = environment_new(&job.environment, &job.host);
  struct compile_result r = compile_apart(env, &node, &settings, &job.host, describe_found, w);
  const int status = r.ok ? 0 : cli_error("%.*s", STR_FMT(r.failure.message));
  compile_result_free(&r);
  environment_free(env);
  compile_cli_end(&job);
  return status;
}

static int describe_types(struct cli *cli, const struct describe *d, char **names, int count)
{
  struct wanted w = {d, names, count};
  int own = 0;
  while (own < count && restype_find(sym_intern(str_of(names[own]))) != NULL) own++;
  if (own < count) return cli_finish(describe_in_environment(cli, &w));
  for (int i = 0; i < count; i++) print_type(d, restype_find(sym_intern(str_of(names[i]))));
  return cli_finish(0);
}

static int list_types(void)
{
  const struct restype *const *all = restype_all();
  size_t n = 0;
  while (all[n] != NULL) n++;
  const struct restype **sorted = xcalloc(n, sizeof *sorted);
  memcpy(sorted, all, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, by_type_name);
  printf("These are the types known to ficelle:\n");
  for (size_t i = 0; i < n; i++) {
    const str module = sorted[i]->module;
    printf("%-15s - %s%.*s\n", sorted[i]->name->text, module.n == 0 ? "Puppet's own" : "from module ",
           STR_FMT(module));
  }
  free(sorted);
  return cli_finish(0);
}

int cmd_describe(struct cli *cli, int argc, char **argv)
{
  struct describe d = {0};
  const struct cli_option options[] = {
      {"functions", 'f', CLI_FLAG, &d.functions, NULL,
       "list functions with their signatures, all or those named"},
      {"json", 0, CLI_FLAG, &d.json, NULL, "with --functions: print JSON"},
      {"list", 'l', CLI_FLAG, &d.list, NULL, "list all resource types"},
      {"meta", 'm', CLI_FLAG, &d.meta, NULL, "list the metaparameters too"},
      {"short", 's', CLI_FLAG, &d.shorter, NULL, "only names of parameters, which is all there is"},
      {"providers", 'p', CLI_FLAG, &d.providers, NULL, "not supported yet"},
  };
  const struct cli_usage usage = {
      "ficelle describe [--short] [--meta] TYPE ... | --list | --functions [--json] [NAME ...]",
      "Prints the parameters of resource types, or the functions of the language with\n"
      "the arguments they take.",
      options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) {
    return status;
  }
  if (d.functions) {
    return describe_functions(&d, argv + 1, argc - 1);
  }
  if (d.providers) {
    return cli_error("not supported: describe --providers");
  }
  if (d.json) {
    return cli_error("describe: --json goes with --functions");
  }
  if (d.list) {
    return list_types();
  }
  if (argc < 2) {
    return cli_error("describe: name a resource type, or use --list or --functions");
  }
  return describe_types(cli, &d, argv + 1, argc - 1);
}

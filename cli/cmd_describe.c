/* `ficelle describe`: prints resource types and functions, from the compiler's tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json_write.h"
#include "cli/describe.h"
#include "compiler/functions/fn.h"

cli_fn cmd_describe;

struct describe {
  struct describe_options types;
  bool functions, list, json;
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

/* Functions of the old API accept any values; only the number of arguments is known. */
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
  return found < (size_t)count ? cli_error("describe: some of these functions do not exist") : cli_finish(0);
}

int cmd_describe(struct cli *cli, int argc, char **argv)
{
  struct describe d = {0};
  const struct cli_option options[] = {
    {"functions", 'f', CLI_FLAG, &d.functions, NULL, "list functions with their signatures, all or those named"},
    {"json", 0, CLI_FLAG, &d.json, NULL, "with --functions: print JSON"},
    {"list", 'l', CLI_FLAG, &d.list, NULL, "list all resource types"},
    {"meta", 'm', CLI_FLAG, &d.types.meta, NULL, "include the metaparameters"},
    {"short", 's', CLI_FLAG, &d.types.shorter, NULL, "print only the names of attributes"},
    {"providers", 'p', CLI_FLAG, &d.types.providers, NULL, "describe each provider, not only its name"},
  };
  const struct cli_usage usage = {
    "ficelle describe [--short] [--meta] [--providers] TYPE ... | --list |\n"
    "       --functions [--json] [NAME ...]",
    "Prints documentation of resource types and their attributes, including those of modules, or the\n"
    "functions of the language with their parameters.",
    options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) {
    return status;
  }
  if (d.functions) {
    return describe_functions(&d, argv + 1, argc - 1);
  }
  if (d.json) {
    return cli_error("describe: --json requires --functions");
  }
  if (d.list) {
    if (argc > 1) fprintf(stderr, "Warning: ignoring types when listing all types\n");
    return describe_list(cli);
  }
  if (argc < 2) {
    return cli_error("describe: missing resource type: give one, or use --list or --functions");
  }
  return describe_types(cli, &d.types, argv + 1, argc - 1);
}

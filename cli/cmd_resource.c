/* `ficelle resource TYPE [NAME [ATTRIBUTE=VALUE ...]]`: prints resources of this host, and changes single ones. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agent/ruby/bridge.h"
#include "agent/run/instances.h"
#include "agent/run/log.h"
#include "agent/types/types.h"
#include "cli/compile_cli.h"
#include "indirector/node.h"

cli_fn cmd_resource;

struct asking {
  struct compile_cli job;
  struct environment *environment;
  struct ral *ral;
  struct cli_list params; /* --param */
  bool yaml, edit, fail, types;
};

/* --- what is printed --- */

static bool is_wanted(const struct asking *x, const struct ral_type *t, str name)
{
  if (str_eqz(name, "provider")) return true;
  const int i = ral_index(t, arena_strz(x->ral->arena, name));
  const uint32_t part_of_title = t->title != NULL ? RAL_NAMEVAR : 0;
  if (i >= 0 && t->attributes[i].flags & (RAL_PROPERTY | part_of_title)) return true;
  for (size_t k = 0; k < x->params.count; k++) {
    if (str_eqz(name, x->params.item[k])) return true;
  }
  return false;
}

static bool is_nothing(struct arena *a, str name, value v)
{
  if (v.kind == V_ARRAY && v.array->n == 0) return true;
  const str text = ral_to_s(a, v);
  return text.n == 0 || (str_eqz(text, "absent") && !str_eqz(name, "ensure"));
}

static int by_name(const void *x, const void *y)
{
  const struct hash_entry *a = x, *b = y;
  const bool first = str_eqz(value_text(a->key), "ensure"), second = str_eqz(value_text(b->key), "ensure");
  if (first || second) return second - first;
  return str_cmp(value_text(a->key), value_text(b->key));
}

/* `ensure` comes first, then the others sorted by name. */
static struct hash *pruned(const struct asking *x, const struct ral_resource *r, const struct hash *all)
{
  struct arena *a = x->ral->arena;
  struct hash *kept = hash_new(a, all->n);
  for (uint32_t i = 0; i < all->n; i++) {
    const str name = value_text(all->entries[i].key);
    const value v = all->entries[i].value;
    const struct ral_setting *given = ral_setting(r, arena_strz(a, name));
    const bool implied = v.kind == V_BOOL && !v.boolean &&
                         (r->item == NULL || hash_get_str(r->item->params, name) == NULL);
    if (implied && given != NULL && given->set) continue; /* in Puppet a default of false counts as no default */
    if (ral_is(v, "notlink")) continue;
    if (is_wanted(x, r->type, name) && !is_nothing(a, name, v)) hash_put(kept, a, all->entries[i].key, v);
  }
  if (kept->n > 0) qsort(kept->entries, kept->n, sizeof *kept->entries, by_name);
  return kept;
}

static void put_title(struct buf *out, const struct ral_resource *r)
{
  buf_printf(out, "%s { '", r->type->name);
  for (size_t i = 0; i < r->title.n; i++) {
    if (r->title.p[i] == '\'') buf_char(out, '\\');
    buf_char(out, r->title.p[i]);
  }
  buf_z(out, "':");
}

static void put_manifest(struct buf *out, const struct ral_resource *r, const struct hash *values)
{
  int width = 0;
  put_title(out, r);
  buf_char(out, '\n');
  for (uint32_t i = 0; i < values->n; i++) {
    const int n = (int)value_text(values->entries[i].key).n;
    if (n > width) width = n;
  }
  for (uint32_t i = 0; i < values->n; i++) {
    buf_printf(out, "  %-*.*s => ", width, STR_FMT(value_text(values->entries[i].key)));
    ral_show_value(out, values->entries[i].value);
    buf_z(out, ",\n");
  }
  buf_z(out, "}\n");
}

/* Converts symbols to texts, for YAML. */
static value plain(struct arena *a, value v)
{
  if (value_is_symbol(v)) return value_str(ral_to_s(a, v));
  if (v.kind != V_ARRAY) return v;
  struct array *items = array_new(a, v.array->n);
  for (uint32_t i = 0; i < items->n; i++) items->items[i] = plain(a, v.array->items[i]);
  return value_array(items);
}

/* Types of the Resource API print themselves: their layout differs from that of others. */
static bool show_own(const struct asking *x, struct ral_resource *r, struct buf *out)
{
  struct arena *a = x->ral->arena;
  const struct array *rows = NULL;
  if (!r->type->shown(r, &rows)) return false;
  struct hash *values = hash_new(a, rows->n), *one = hash_new(a, 1), *whole = hash_new(a, 1);
  if (!x->yaml) put_title(out, r);
  if (!x->yaml) buf_z(out, " \n");
  for (uint32_t i = 0; i < rows->n; i++) {
    const struct array *row = rows->items[i].array;
    const bool read_only = value_truthy(row->items[2]);
    hash_put(values, a, row->items[0], row->items[1]);
    if (x->yaml || row->items[1].kind == V_UNDEF) continue;
    buf_printf(out, "%c %.*s => ", read_only ? '#' : ' ', STR_FMT(value_text(row->items[0])));
    ral_show_value(out, row->items[1]);
    buf_z(out, read_only ? ", # Read Only\n" : ",\n");
  }
  if (!x->yaml) buf_z(out, "}\n");
  hash_put_str(one, a, r->title, value_hash(values));
  hash_put_str(whole, a, str_of(r->type->name), value_hash(one));
  return !x->yaml || value_write_yaml_state(a, out, value_hash(whole)); /* symbols have a colon */
}

/* The YAML of all resources is one text there: the lines below the name of the type. */
static bool show_all_own(const struct asking *x, const struct ral_type *t, const struct ral_list *list, struct buf *out)
{
  struct arena *a = x->ral->arena;
  struct buf text = BUF_IN(a);
  struct hash *whole = hash_new(a, 1);
  for (uint32_t i = 0; i < list->n; i++) {
    struct buf one = BUF_IN(a);
    if (!show_own(x, list->items[i], x->yaml ? &one : out)) return false;
    str rest = buf_view(&one);
    for (int skipped = 0; x->yaml && skipped < 2; skipped++) {
      const char *end = memchr(rest.p, '\n', rest.n);
      rest = str_from(rest, end == NULL ? rest.n : (size_t)(end - rest.p) + 1);
    }
    buf_str(&text, rest);
  }
  hash_put_str(whole, a, str_of(t->name), value_str(buf_view(&text)));
  return !x->yaml || value_write_yaml(a, out, value_hash(whole), NULL, false);
}

static bool show(const struct asking *x, const struct ral_type *t, const struct ral_list *list, struct buf *out)
{
  struct arena *a = x->ral->arena;
  if (t->shown != NULL && list->n > 0) return show_all_own(x, t, list, out);
  struct hash *all = hash_new(a, list->n), *whole = hash_new(a, 1);
  for (uint32_t i = 0; i < list->n; i++) {
    struct ral_resource *r = list->items[i];
    struct hash *values;
    if (!instances_read(r, &values)) return false;
    values = pruned(x, r, values);
    for (uint32_t k = 0; x->yaml && k < values->n; k++) values->entries[k].value = plain(a, values->entries[k].value);
    if (x->yaml) hash_put_str(all, a, r->title, value_hash(values));
    else put_manifest(out, r, values);
  }
  if (!x->yaml && list->n == 0) buf_char(out, '\n');
  hash_put_str(whole, a, str_of(t->name), list->n > 0 ? value_hash(all) : VALUE_UNDEF);
  return !x->yaml || value_write_yaml(a, out, value_hash(whole), NULL, false);
}

/* --- editing --- */

static bool run(const char *const *argv)
{
  int status = 0;
  fflush(NULL);
  const pid_t pid = fork();
  if (pid == 0) {
    execvp(argv[0], (char *const *)argv);
    _exit(127);
  }
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) != 127;
}

/* Opens the text in an editor; the saved text is applied. */
static int edit(struct settings *s, str text)
{
  char path[64], day[16], self[4096];
  const time_t now = time(NULL);
  struct tm tm;
  localtime_r(&now, &tm);
  strftime(day, sizeof day, "%Y%m%d", &tm);
  snprintf(path, sizeof path, "./x2puppet%s-%ld-XXXXXX", day, (long)getpid());
  const char *editor = getenv("EDITOR");
  const int fd = mkstemp(path);
  if (fd < 0) return cli_error("Could not run: %s - %s", strerror(errno), path);
  const bool written = write(fd, text.p, text.n) == (ssize_t)text.n;
  close(fd);
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  int status = 0;
  if (editor == NULL || editor[0] == '\0') editor = "vi";
  const char *const edits[] = {"/bin/sh", "-c", "exec $0 \"$1\"", editor, path, NULL};
  if (!written || n < 0) status = cli_error("Could not run: %s - %s", strerror(errno), path);
  else if (!run(edits)) status = cli_error("Could not run: the editor %s", editor);
  else {
    self[n] = '\0';
    const bool modules = settings_is_set(s, SETTING_modulepath);
    const char *const applies[] = {self,
                                   "apply",
                                   "-v",
                                   settings_bool(s, SETTING_noop) ? "--noop" : "--no-noop",
                                   "--confdir",
                                   settings_strz(s, SETTING_confdir),
                                   "--vardir",
                                   settings_strz(s, SETTING_vardir),
                                   "--publicdir",
                                   settings_strz(s, SETTING_publicdir),
                                   "--statsfile",
                                   settings_strz(s, SETTING_statsfile),
                                   path,
                                   modules ? "--modulepath" : NULL,
                                   settings_strz(s, SETTING_modulepath),
                                   NULL};
    run(applies);
  }
  unlink(path);
  return status;
}

/* --- the command --- */

static int list_types(void)
{
  size_t n = 0;
  while (ral_types[n] != NULL) n++;
  const char **names = xmalloc((n + 1) * sizeof *names);
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    if (ral_types[i]->not_supported == NULL) names[kept++] = ral_types[i]->name;
  }
  for (size_t i = 1; i < kept; i++) {
    for (size_t k = i; k > 0 && strcmp(names[k - 1], names[k]) > 0; k--) {
      const char *swap = names[k];
      names[k] = names[k - 1];
      names[k - 1] = swap;
    }
  }
  for (size_t i = 0; i < kept; i++) puts(names[i]);
  free(names);
  return cli_finish(0);
}

/* Parses attribute=value. */
static bool read_params(struct arena *a, char **words, int n, const struct hash **out)
{
  struct hash *params = hash_new(a, (uint32_t)n);
  for (int i = 0; i < n; i++) {
    size_t at = 0;
    while (ascii_is_word((unsigned char)words[i][at])) at++;
    if (at == 0 || words[i][at] != '=' || words[i][at + 1] == '\0') {
      cli_error("Could not run: Invalid parameter setting %s", words[i]);
      return false;
    }
    hash_put_str(params, a, str_n(words[i], at), value_str(str_of(words[i] + at + 1)));
  }
  *out = params;
  return true;
}

static const struct ral_type *find_type(const struct asking *x, const char *name)
{
  struct buf lower = BUF_IN(x->ral->arena);
  for (const char *p = name; *p != '\0'; p++) buf_char(&lower, (char)ascii_lower((unsigned char)*p));
  x->ral->error = STR_EMPTY;
  const struct ral_type *t = ral_type_get(x->ral, buf_view(&lower));
  if (t == NULL) {
    if (x->ral->error.n > 0) cli_error("Could not run: %.*s", STR_FMT(x->ral->error));
    else cli_error("Could not run: Could not find type %s", name);
  }
  return t;
}

/* Applies the given attributes to a resource. */
static bool change(struct asking *x, const struct ral_type *t, const char *name, const struct hash *params,
                   struct ral_list *list)
{
  struct ral_resource *r = NULL;
  bool failed = false;
  if (!instances_apply(x->ral, t, str_of(name), params, &r, &failed)) return false;
  if (failed && x->fail) return ral_fail(x->ral, "Failed to manage resource %.*s", STR_FMT(r->ref));
  ral_list_add(list, r);
  return true;
}

static int ask(struct asking *x, int argc, char **argv)
{
  struct ral *ral = x->ral;
  const struct hash *params = &hash_empty;
  struct ral_list list = {.arena = ral->arena};
  struct buf out = BUF_IN(ral->arena);
  const struct ral_type *t = find_type(x, argv[1]);
  if (t == NULL || (argc > 3 && !read_params(ral->arena, argv + 3, argc - 3, &params))) return 1;
  bool ok;
  if (argc < 3 && strcmp(t->name, "file") == 0) {
    ok = ral_fail(ral, "Listing all file instances is not supported.  Please specify a file or directory, e.g. puppet "
                       "resource file /etc");
  } else if (argc < 3) {
    ok = instances_all(ral, t, &list);
  } else if (argc > 3) {
    ok = change(x, t, argv[2], params, &list);
  } else {
    struct ral_resource *r = NULL;
    ok = instances_one(ral, t, str_of(argv[2]), &r);
    if (ok) ral_list_add(&list, r);
  }
  if (!ok || !show(x, t, &list, &out)) return cli_error("Could not run: %.*s", STR_FMT(ral->error));
  if (x->edit) return edit(ral->settings, buf_view(&out));
  cli_print(&out);
  return 0;
}

static int begin(struct asking *x, int argc, char **argv)
{
  struct compile_cli *job = &x->job;
  struct arena *a = job->arena;
  str error;
  job->compiles_nothing = true;
  if (!compile_cli_indirector(job, &error)) return cli_error("Could not run: %.*s", STR_FMT(error));
  struct ind_object facts = facts_object(a, job->node, compile_cli_host_facts(job, a, HOST_FACTS_WITHOUT_CUSTOM));
  job->given_facts = &facts;
  if (!compile_cli_find(job, NULL, &error)) return cli_error("Could not run: %.*s", STR_FMT(error));
  x->environment = environment_new(&job->environment, &job->host);
  environment_refresh(x->environment, false);
  ral_ruby_setup(job->cli->settings);
  x->ral = ARENA_NEW(a, struct ral);
  *x->ral = (struct ral){.arena = a,
                         .types = ral_types,
                         .settings = job->cli->settings,
                         .facts = job->facts,
                         .log = run_log,
                         .modulepath = job->environment.modulepath,
                         .nmodulepath = job->environment.nmodulepath,
                         .from_words = true,
                         .noop = settings_bool(job->cli->settings, SETTING_noop)};
  struct ral_ruby *ruby = ral_ruby_new(x->ral, x->environment, &job->host, job->node);
  const int status = ask(x, argc, argv);
  ral_ruby_end(ruby);
  environment_free(x->environment);
  return status;
}

int cmd_resource(struct cli *cli, int argc, char **argv)
{
  struct asking x = {0};
  const struct cli_option options[] = {
    {"edit", 'e', CLI_FLAG, &x.edit, NULL, "edit the printed resources, and apply them"},
    {"fail", 'f', CLI_FLAG, &x.fail, NULL, "exit with 1 if the resource could not be changed"},
    {"param", 'p', CLI_LIST, &x.params, "NAME", "print this parameter, too"},
    {"to-yaml", 'y', CLI_FLAG, &x.yaml, NULL, "print YAML for Hiera and create_resources"},
    {"types", 't', CLI_FLAG, &x.types, NULL, "list the resource types that are implemented in C"},
  };
  const struct cli_usage usage = {
    "ficelle resource [--edit] [--to-yaml] [--param NAME] [--noop] TYPE [NAME [ATTRIBUTE=VALUE ...]]",
    "Prints resources of this host in the Puppet language: all resources of a type, or one. With\n"
    "attributes, that resource is changed first.",
    options, CLI_COUNT(options), SETTINGS_USER};
  log_set_plain(true);
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (x.types) return list_types();
  if (argc < 2) return cli_error("Could not run: You must specify the type to display");
  if (x.edit && x.yaml) return cli_error("Could not run: Editing with Yaml output is not supported");
  if (!compile_cli_begin(&x.job, cli, NULL)) return 1;
  status = begin(&x, argc, argv);
  compile_cli_end(&x.job);
  return cli_finish(status);
}

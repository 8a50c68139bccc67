/* Renders ERB without Ruby and without Puppet: each line of the input is {"text": …, "variables": {…}}, each line of
 * the output {"text": …}, {"left": reason, "line": n} when it needs Ruby, or {"error": message}. A function gives a
 * text of its name and arguments, `versioncmp` the order of its arguments as texts. With --parse only whether it needs
 * Ruby. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json_write.h"
#include "compiler/erb/erb_internal.h"
#include "compiler/values/ruby_text.h"

struct world {
  struct context context; /* first */
  struct hash *variables;
  const struct erb_template *template;
  struct erb_result result;
};

static value *find(void *ctx, str name)
{
  const struct world *w = ctx;
  name = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  return (value *)(uintptr_t)hash_get_str(w->variables, name);
}

static value *instance_variable(void *ctx, str name)
{
  value *v = find(ctx, name);
  return v == NULL || v->kind == V_UNDEF ? NULL : v;
}

static const value *lookup(void *ctx, str name, bool quiet)
{
  (void)quiet;
  return find(ctx, name);
}

static bool call(void *ctx, const struct erb_function *f, bool older, const value *args, uint32_t n, value *result)
{
  struct world *w = ctx;
  struct buf b = BUF_IN(w->context.arena);
  (void)older;
  if (str_eqz(f->name, "versioncmp") && n == 2) {
    struct buf other = BUF_IN(w->context.arena);
    ruby_to_s(&b, args[0]);
    ruby_to_s(&other, args[1]);
    int order = str_cmp(buf_view(&b), buf_view(&other));
    *result = value_int(order < 0 ? -1 : order > 0);
    return true;
  }
  buf_str(&b, f->name);
  ruby_inspect(&b, array_of(w->context.arena, args, n));
  *result = value_str(buf_finish(&b));
  return true;
}

static value classes(void *ctx)
{
  (void)ctx;
  return value_array(&array_empty);
}

static void render(struct context *c, void *arg)
{
  struct world *w = arg;
  const struct erb_world world = {
    .ctx = w, .instance_variable = instance_variable, .lookup = lookup, .call = call, .classes = classes};
  erb_render(c, w->template, &world, &w->result);
}

static void print(const struct world *w, bool ok)
{
  struct buf out = BUF_HEAP;
  struct json_writer j;
  json_init(&j, &out, false);
  json_begin_object(&j);
  if (!ok) {
    json_kstr(&j, STR("error"), context_message(&w->context));
  } else if (w->result.left) {
    json_kstr(&j, STR("left"), w->result.reason);
    json_kint(&j, STR("line"), w->result.line);
  } else {
    json_kstr(&j, STR("text"), w->result.text);
  }
  json_end_object(&j);
  printf("%.*s\n", STR_FMT(buf_view(&out)));
  buf_free(&out);
}

static void one(str line, bool parse)
{
  struct arena *a = arena_new();
  struct world w = {.variables = hash_new(a, 0)};
  str error;
  value v;
  context_init(&w.context, a);
  if (!value_read_json(a, line, &v, &error) || v.kind != V_HASH) {
    fprintf(stderr, "erb-batch: no JSON object: %.*s\n", STR_FMT(line));
    exit(2);
  }
  const value *text = hash_get_str(v.hash, STR("text")), *variables = hash_get_str(v.hash, STR("variables"));
  if (variables != NULL && variables->kind == V_HASH) w.variables = hash_copy(a, variables->hash, 0);
  w.template = erb_parse(a, text == NULL ? STR_EMPTY : value_text(*text));
  w.result = (struct erb_result){
    .left = w.template->body == NULL, .reason = w.template->reason, .line = w.template->line};
  bool ok = parse || context_protect(&w.context, render, &w);
  print(&w, ok);
  arena_free(a);
}

int main(int argc, char **argv)
{
  bool parse = argc > 1 && strcmp(argv[1], "--parse") == 0;
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  while ((n = getline(&line, &room, stdin)) > 0) one(str_n(line, (size_t)n), parse);
  free(line);
  return 0;
}

/* Termini of nodes: plain, and exec, the external node classifier. */
#include "compiler/values/ruby_text.h"
#include "indirector/internal.h"
#include "indirector/node.h"

enum { CLASSIFIER_SECONDS = 60 };

static enum ind_result plain_find(struct ind_request *r) { return node_build(r, VALUE_UNDEF, VALUE_UNDEF, STR_EMPTY); }

/* --- exec --- */

static enum ind_result bad_answer(struct ind_request *r, str why)
{
  return ind_fail(r, "Could not load external node results for %.*s: %.*s", STR_FMT(r->key), STR_FMT(why));
}

/* Splits the setting external_nodes into words and appends the node's name. */
static enum ind_result command_of(struct ind_request *r, str **argv, uint32_t *argc)
{
  const str command = arena_str(r->arena, settings_str(r->in->settings, SETTING_external_nodes));
  if (str_eqz(command, "none")) {
    return ind_fail(r, "You must set the 'external_nodes' parameter to use the external node terminus");
  }
  *argc = program_words(r->arena, command, argv);
  if (*argc == 0 || (*argv)[0].p[0] != '/') {
    return ind_fail(r, "You must set the exec parameter to a fully qualified command");
  }
  (*argv)[(*argc)++] = r->key;
  return IND_OK;
}

static const char *wrong_classes(value classes)
{
  if (classes.kind == V_UNDEF || classes.kind == V_BOOL) return NULL;
  if (classes.kind == V_ARRAY) {
    for (uint32_t i = 0; i < classes.array->n; i++) {
      if (classes.array->items[i].kind != V_STRING) return "the name of a class is not a string";
    }
    return NULL;
  }
  if (classes.kind != V_HASH) return "the classes are neither a list nor a hash";
  for (uint32_t i = 0; i < classes.hash->n; i++) {
    const struct hash_entry *e = &classes.hash->entries[i];
    if (e->key.kind != V_STRING) return "the name of a class is not a string";
    if (e->value.kind != V_HASH && e->value.kind != V_UNDEF) return "the parameters of a class are not a hash";
  }
  return NULL;
}

static enum ind_result translate(struct ind_request *r, str text)
{
  value all;
  str why;
  if (!value_read_yaml(r->arena, text, &all, &why)) {
    return bad_answer(r, arena_printf(r->arena, "(<unknown>): %.*s", STR_FMT(why)));
  }
  if (all.kind != V_HASH) return bad_answer(r, STR("the answer is not a hash"));
  for (uint32_t i = 0; i < all.hash->n; i++) {
    const value key = all.hash->entries[i].key;
    if (key.kind == V_STRING) continue;
    return bad_answer(r, arena_printf(r->arena, "key is a %s, not a string or symbol", ruby_class(key)));
  }
  const value classes = value_member(all, "classes"), parameters = value_member(all, "parameters");
  const value environment = value_member(all, "environment");
  const char *wrong = wrong_classes(classes);
  if (wrong == NULL && parameters.kind != V_UNDEF && parameters.kind != V_HASH && value_truthy(parameters)) {
    wrong = "the parameters are not a hash";
  }
  if (wrong == NULL && environment.kind != V_UNDEF && environment.kind != V_STRING && value_truthy(environment)) {
    wrong = "the environment is not a string";
  }
  if (wrong != NULL) return bad_answer(r, str_of(wrong));
  return node_build(r, classes, parameters, value_text_or_empty(environment));
}

static bool is_blank(str s) { return str_trim(s).n == 0; }

static enum ind_result exec_find(struct ind_request *r)
{
  str *argv = NULL, text, why;
  uint32_t argc = 0;
  if (command_of(r, &argv, &argc) == IND_FAILED) return IND_FAILED;
  host_debug(r->in->host, &log_node, "Running the classifier %.*s", STR_FMT(argv[0]));
  if (!program_run(r->arena, argv, argc, CLASSIFIER_SECONDS, STR_EMPTY, &text, &why)) {
    return ind_fail(r, "Failed to find %.*s via exec: %.*s", STR_FMT(r->key), STR_FMT(why));
  }
  host_debug(r->in->host, &log_node, "The classifier answered with %zu bytes", text.n);
  if (is_blank(text)) {
    host_debug(r->in->host, &log_indirector, "Empty response for %.*s from exec terminus", STR_FMT(r->key));
    return IND_NOTHING;
  }
  return translate(r, text);
}

const struct terminus terminus_plain = {"plain", plain_find, NULL, NULL, NULL};
const struct terminus terminus_exec = {"exec", exec_find, NULL, NULL, NULL};

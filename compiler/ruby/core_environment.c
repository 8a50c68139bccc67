/* Ficelle::Core: files of the environment, modules, settings. */
#include "compiler/environment/environment.h"
#include "compiler/compilation/host.h"
#include "compiler/ruby/ruby.h"

/* Arguments: files that Ruby has read. The environment is read again when one of them changes. */
static value watch_file_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  for (uint32_t i = 0; i < n; i++) environment_file(c->environment, ruby_arg_text(c, args, n, i));
  return VALUE_UNDEF;
}

/* Returns the directory of a module, or undef if there is none. */
static value module_directory_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const str directory = environment_module(c, ruby_arg_text(c, args, n, 0));
  return directory.n == 0 ? VALUE_UNDEF : value_str(directory);
}

/* Arguments: folder, "module/file". Returns the path of a file of a module, or undef if there is none. */
static value module_file_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  const str path = environment_module_file(c, arena_strz(c->arena, ruby_arg_text(c, args, n, 0)),
                                           ruby_arg_text(c, args, n, 1));
  return path.n == 0 ? VALUE_UNDEF : value_str(path);
}

static value modulepath_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  (void)args;
  (void)n;
  const struct environment_options *o = &c->environment->options;
  struct array *list = array_new(c->arena, o->nmodulepath);
  for (uint32_t i = 0; i < o->nmodulepath; i++) list->items[i] = value_str(o->modulepath[i]);
  return value_array(list);
}

/* Returns the file or directory of manifests, or undef if there is none. */
static value manifest_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  (void)args;
  (void)n;
  const str path = c->environment->options.manifest;
  return path.n == 0 ? VALUE_UNDEF : value_str(path);
}

static const char *const strict_words[] = {
  [SEVERITY_IGNORE] = "off", [SEVERITY_WARNING] = "warning", [SEVERITY_ERROR] = "error"};

/* Arguments: "strict" and "off", "warning" or "error", or "strict_variables" and a boolean. Sets it from now on. */
static value set_setting_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  if (c->settings == NULL) return VALUE_UNDEF;
  struct compile_settings *changed = ARENA_NEW(c->arena, struct compile_settings);
  *changed = *c->settings;
  if (str_eqz(ruby_arg_text(c, args, n, 0), "strict_variables")) {
    changed->strict_variables = value_truthy(ruby_arg(c, args, n, 1));
  } else {
    const str word = ruby_arg_text(c, args, n, 1);
    changed->strict = str_eqz(word, "off")     ? SEVERITY_IGNORE
                      : str_eqz(word, "error") ? SEVERITY_ERROR
                                               : SEVERITY_WARNING;
  }
  c->settings = changed;
  return VALUE_UNDEF;
}

/* The value of a setting as $settings::NAME has it, of those that may change what it is now; [] when there is none of
 * that name. */
static value setting_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  if (c->settings == NULL) return value_array(&array_empty);
  const str name = ruby_arg_text(c, args, n, 0);
  value now;
  if (str_eqz(name, "strict")) now = value_str(str_of(strict_words[c->settings->strict]));
  else if (str_eqz(name, "strict_variables")) now = value_bool(c->settings->strict_variables);
  else {
    const value *v = c->settings->values == NULL ? NULL : hash_get_str(c->settings->values, name);
    return v == NULL ? value_array(&array_empty) : array_of(c->arena, v, 1);
  }
  return array_of(c->arena, &now, 1);
}

/* (section, name, written): [value] of a setting as it is in a section of puppet.conf, or is written there; [] when
 * there is no such setting or section. */
static value setting_in_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  value v;
  const bool written = n > 2 && value_truthy(args[2]);
  const str section = ruby_arg_text(c, args, n, 0), name = ruby_arg_text(c, args, n, 1);
  if (c->host->setting == NULL || !c->host->setting(c->host->ctx, c->arena, section, name, written, &v)) {
    return value_array(&array_empty);
  }
  return array_of(c->arena, &v, 1);
}

static value node_name_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  (void)args;
  (void)n;
  return c->node == NULL ? VALUE_UNDEF : value_str(c->node->name);
}

static value facts_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  (void)args;
  (void)n;
  return value_hash(c->node != NULL ? c->node->facts : &hash_empty);
}

/* What is known of the node beside its facts: [parameters of a classifier, its classes, trusted data, facts of the
 * server]. */
static value node_parts_row(struct compilation *c, struct scope *s, const value *args, uint32_t n)
{
  (void)s;
  (void)args;
  (void)n;
  const struct node_data *node = c->node;
  if (node == NULL) return value_array(&array_empty);
  const value parts[] = {value_hash(node->parameters), node->classes,
                         node->trusted != NULL ? value_hash(node->trusted) : VALUE_UNDEF,
                         value_hash(node->server_facts != NULL ? node->server_facts : &hash_empty)};
  return array_of(c->arena, parts, 4);
}

const struct ruby_row core_environment_rows[] = {
  {"watch_file", watch_file_row},   {"module_directory", module_directory_row},
  {"module_file", module_file_row}, {"modulepath", modulepath_row},
  {"manifest", manifest_row},       {"setting", setting_row},
  {"setting_in", setting_in_row},   {"set_setting", set_setting_row},
  {"node_name", node_name_row},     {"facts", facts_row},
  {"node_parts", node_parts_row},   {0},
};

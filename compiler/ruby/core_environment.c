/* Ficelle::Core: files of the environment, modules, settings, resource types. */
#include "compiler/environment/environment.h"
#include "compiler/compilation/host.h"
#include "compiler/ruby/ruby.h"

/* Arguments: files that Ruby has read. The environment is reloaded if one of them changes. */
static value watch_file_row(const struct ruby_args *a)
{
  for (uint32_t i = 0; i < a->n; i++) environment_file(a->c->environment, ruby_arg_text(a, i));
  return VALUE_UNDEF;
}

/* Returns the directory of a module; undef: not found. */
static value module_directory_row(const struct ruby_args *a)
{
  const str directory = environment_module(a->c, ruby_arg_text(a, 0));
  return directory.n == 0 ? VALUE_UNDEF : value_str(directory);
}

/* Arguments: folder, "module/file". Returns the path of a file of a module; undef: not found. */
static value module_file_row(const struct ruby_args *a)
{
  const str path = environment_module_file(a->c, arena_strz(a->c->arena, ruby_arg_text(a, 0)), ruby_arg_text(a, 1));
  return path.n == 0 ? VALUE_UNDEF : value_str(path);
}

static value modulepath_row(const struct ruby_args *a)
{
  const struct environment_options *o = &a->c->environment->options;
  return array_of_texts(a->c->arena, o->modulepath, o->nmodulepath);
}

/* Returns the file or directory of manifests; undef: none. */
static value manifest_row(const struct ruby_args *a)
{
  const str path = a->c->environment->options.manifest;
  return path.n == 0 ? VALUE_UNDEF : value_str(path);
}

static const char *const strict_words[] = {
  [SEVERITY_IGNORE] = "off", [SEVERITY_WARNING] = "warning", [SEVERITY_ERROR] = "error"};

/* Sets a setting from now on. Arguments: "strict" and "off", "warning" or "error", or "strict_variables" and a
 * boolean. */
static value set_setting_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  if (c->settings == NULL) return VALUE_UNDEF;
  struct compile_settings *changed = ARENA_NEW(c->arena, struct compile_settings);
  *changed = *c->settings;
  if (str_eqz(ruby_arg_text(a, 0), "strict_variables")) {
    changed->strict_variables = value_truthy(ruby_arg(a, 1));
  } else {
    const str word = ruby_arg_text(a, 1);
    changed->strict = str_eqz(word, "off")     ? SEVERITY_IGNORE
                      : str_eqz(word, "error") ? SEVERITY_ERROR
                                               : SEVERITY_WARNING;
  }
  c->settings = changed;
  return VALUE_UNDEF;
}

/* Returns [value] of a setting as $settings::NAME has it, with values changed by set_setting; []: unknown setting. */
static value setting_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  if (c->settings == NULL) return value_array(&array_empty);
  const str name = ruby_arg_text(a, 0);
  value now;
  if (str_eqz(name, "strict")) now = value_str(str_of(strict_words[c->settings->strict]));
  else if (str_eqz(name, "strict_variables")) now = value_bool(c->settings->strict_variables);
  else {
    const value *v = c->settings->values == NULL ? NULL : hash_get_str(c->settings->values, name);
    return v == NULL ? value_array(&array_empty) : array_of(c->arena, v, 1);
  }
  return array_of(c->arena, &now, 1);
}

/* Arguments: section, name, whether as written. Returns [value] of a setting in a section of puppet.conf, or its text
 * there; []: unknown setting or section. */
static value setting_in_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  value v;
  const bool written = a->n > 2 && value_truthy(a->args[2]);
  const str section = ruby_arg_text(a, 0), name = ruby_arg_text(a, 1);
  if (c->host->setting == NULL || !c->host->setting(c->host->ctx, c->arena, section, name, written, &v)) {
    return value_array(&array_empty);
  }
  return array_of(c->arena, &v, 1);
}

static value node_name_row(const struct ruby_args *a)
{
  return a->c->node == NULL ? VALUE_UNDEF : value_str(a->c->node->name);
}

static value facts_row(const struct ruby_args *a)
{
  return value_hash(a->c->node != NULL ? a->c->node->facts : &hash_empty);
}

/* Returns the data of the node except its facts: [parameters of a classifier, its classes, trusted data, facts of the
 * server]. */
static value node_parts_row(const struct ruby_args *a)
{
  const struct node_data *node = a->c->node;
  if (node == NULL) return value_array(&array_empty);
  const value parts[] = {value_hash(node->parameters), node->classes,
                         node->trusted != NULL ? value_hash(node->trusted) : VALUE_UNDEF,
                         value_hash(node->server_facts != NULL ? node->server_facts : &hash_empty)};
  return array_of(a->c->arena, parts, 4);
}

/* Adds a metaparameter to all resources of the environment. */
static value add_metaparameter_row(const struct ruby_args *a)
{
  environment_add_metaparameter(a->c, sym_intern(ruby_arg_text(a, 0)));
  return VALUE_UNDEF;
}

const struct ruby_row core_environment_rows[] = {
  {"add_metaparameter", add_metaparameter_row},
  {"watch_file", watch_file_row},
  {"module_directory", module_directory_row},
  {"module_file", module_file_row},
  {"modulepath", modulepath_row},
  {"manifest", manifest_row},
  {"setting", setting_row},
  {"setting_in", setting_in_row},
  {"set_setting", set_setting_row},
  {"node_name", node_name_row},
  {"facts", facts_row},
  {"node_parts", node_parts_row},
  {0},
};

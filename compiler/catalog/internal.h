/* What the files of compiler/catalog/ share. */
#ifndef FICELLE_CATALOG_INTERNAL_H
#define FICELLE_CATALOG_INTERNAL_H

#include "compiler/catalog/catalog.h"
#include "compiler/catalog/provenance.h"
#include "compiler/compilation/call.h"
#include "compiler/compilation/host.h"
#include "compiler/restypes/restype.h"
#include "compiler/scope/scope.h"

/* Symbols the catalog asks for by name. */
struct catalog_names {
  const symbol *class, *node, *stage, *main, *settings, *name, *title, *tag, *alias, *before, *notify, *require,
    *subscribe, *module_name, *caller_module_name, *empty, *is_default;
};
extern struct catalog_names catalog_name;
void catalog_names_init(void);

/* Containers give their metaparameters and tags to what they contain. */
void catalog_flow(struct compilation *c);

/* What all resources of a type share. */
struct type_texts {
  str display;     /* "Apache::Vhost" */
  str head;        /* {"type":"Apache::Vhost","title": */
  struct tag *tag; /* that of its name; NULL until a resource got it */
  struct listed_type listed;
  size_t counted;            /* place among those that have resources + 1; 0: not counted yet */
  struct resource_type type; /* kind RESOURCE_UNKNOWN: not looked for, or not there yet */
};
/* Made when there is none yet. */
struct type_texts *catalog_type_texts(struct compilation *c, const symbol *type);
/* "Apache::Vhost" for the symbol of a type, "A::B" for that of a class. */
str catalog_display(struct compilation *c, const symbol *name);
/* Made when there is none yet. */
struct listed_type *catalog_of_type(struct compilation *c, const symbol *type);
/* The title as the index of names has it: those of classes in lower case. */
str catalog_indexed(struct compilation *c, const symbol *type, str title);
/* "file[/tmp/x]"; class titles in lower case. In the arena of the compilation. */
str catalog_key(struct compilation *c, const symbol *type, str title);
/* Masks of the tags it has or is going to inherit: a tag whose bit is missing is none of them. */
struct tag_bits resource_all_tag_bits(struct compilation *c, struct resource *r);
/* With the name of its type: as resource_tag. */
void resource_tag_type(struct compilation *c, struct resource *r);
/* With its title, when that can be a tag. */
void resource_tag_title(struct compilation *c, struct resource *r);
/* The tags of `from` that `to` lacks. */
void resource_merge_tags(struct compilation *c, struct resource *to, const struct resource *from);
void resource_add_scope_tags(struct compilation *c, struct resource *r);
/* Puppet's scope.source. */
const struct definition *scope_setter(struct compilation *c, const struct scope *s);
/* " (file: F, line: N)" of the resource, of a parameter. */
void resource_place(struct buf *out, const struct resource *r);
/* The same for failures; of a `const struct resource *`, as context.locate takes it, and of a parameter. */
struct failure_place resource_failure_place(const void *resource);
struct failure_place parameter_failure_place(const struct parameter *p);
void parameter_place(struct buf *out, const struct parameter *p);
/* Whether the definition has a parameter of that name; whether that of a resource was Sensitive. */
bool definition_declares(const struct definition *d, const symbol *name);
bool resource_is_sensitive(const struct resource *r, const symbol *name);
void resource_locate(struct compilation *c, struct resource *r, const ast *place);
/* Room for the parameters of a new resource: so many, or those of its definition when these are more. */
void resource_reserve(struct compilation *c, struct resource *r, uint32_t n);
/* Resource defaults of the scope chain, for parameters the resource does not have. */
void resource_apply_defaults(struct compilation *c, struct resource *r, struct scope *s);
const struct parameter *scope_default(struct scope *s, const symbol *type, const symbol *name);
/* Registers the metaparameter `alias` of the resource; fails when another resource has that name. */
void catalog_add_alias(struct compilation *c, struct resource *r);
/* What `File['x'] { … }` or the braces of a collector say of a resource. */
struct override {
  struct resource *values; /* has the reference, place and parameters of the override; is never in the catalog */
  bool by_collector;
};
/* Merged now when its resource is there, or kept until it comes. */
void catalog_add_override(struct compilation *c, const struct override *override);
/* Gives r the parameters; fails when the override may not set them. */
void resource_merge(struct compilation *c, struct resource *r, const struct override *override);
/* As value_flatten, without undef. */
void catalog_flatten(struct compilation *c, struct valuevec *out, value v);
/* How a parameter's value looks in a catalog: "File[/x]" for references. */
str reference_text(struct compilation *c, const struct type *reference);
/* Takes "File[/x]" apart; false when it is no reference with a title. */
bool reference_split(str ref, str *rtype, str *title);
/* "File[/x]" of its two parts as they are shown. */
str reference_shown(struct arena *a, str display, str title);
/* "File[/x]" for a type and a title as resources have them. */
str reference_of(struct compilation *c, const symbol *rtype, str title);
bool value_is_reference(value v);
/* Where a value of a resource stands, for messages. Puppet's path grows from message to message of one
 * resource. */
struct plain_state {
  const struct resource *resource;
  struct buf prefix;
  bool relationship; /* what is written is one: all references are text there */
};
/* A parameter's value as it is written: references as text, relationships flat. Without rich data everything
 * that JSON does not know becomes a string, of which the log tells. */
value catalog_plain_value(struct compilation *c, struct plain_state *state, const symbol *name, value v);
/* The title as a resource would have it: classes with capitals. */
str title_display(struct compilation *c, const symbol *type, str title);
/* A new resource gets its parameters, tags, and the defaults of the scope. */
void resource_fill(struct compilation *c, struct resource *r, struct scope *s, const struct parameter *params,
                   uint32_t nparams);
/* Adds what other nodes export and the collector matches to the catalog, and to *found. Fails when it is
 * there already. */
void catalog_import_exported(struct compilation *c, struct collector *k, struct ptrvec *found);
/* Ensures the class it inherits; its tags become the catalog's. */
void catalog_prepare_class(struct compilation *c, struct scope *s, struct resource *r);
void catalog_override_collected(struct compilation *c, const struct collector *from, struct resource *target);
/* Checks the parameters a define or class has against what it declares; fails like Puppet. */
void parameters_check(struct compilation *c, struct resource *r, struct scope *s);
/* Class parameters that nobody has given, from the data. */
void parameters_lookup(struct compilation *c, struct resource *r, struct scope *s);
void parameters_bind(struct compilation *c, struct resource *r, struct scope *s);

#endif

/* Shared by the files of compiler/catalog/. */
#ifndef FICELLE_CATALOG_INTERNAL_H
#define FICELLE_CATALOG_INTERNAL_H

#include "compiler/catalog/catalog.h"
#include "compiler/catalog/provenance.h"
#include "compiler/compilation/call.h"
#include "compiler/compilation/host.h"
#include "compiler/restypes/restype.h"
#include "compiler/scope/scope.h"

/* Large catalogs exceed the processor's caches. A loop over all resources calls this for each index: the processor
 * loads the resources ahead of it during its work, and their edges or, with `values`, their parameters and texts. */
static inline void resources_prefetch(const struct ptrvec *all, uint32_t i, bool values)
{
  enum { AHEAD = 6, LINE = 64 };
  if (i + AHEAD < all->n) {
    const char *r = all->items[i + AHEAD];
    for (size_t at = 0; at < sizeof(struct resource); at += LINE) __builtin_prefetch(r + at);
  }
  if (i + AHEAD / 2 >= all->n) return;
  const struct resource *next = all->items[i + AHEAD / 2], *nearer = all->items[i + 1];
  if (!values) {
    __builtin_prefetch(next->edges.first_in);
    return;
  }
  const char *params = (const char *)next->params.items;
  for (size_t at = 0; at < next->params.n * sizeof(struct parameter); at += LINE) __builtin_prefetch(params + at);
  __builtin_prefetch(next->tags.items);
  __builtin_prefetch(next->title.p);
  for (uint32_t k = 0; k < nearer->params.n; k++) {
    if (nearer->params.items[k].value.kind == V_STRING) __builtin_prefetch(value_text(nearer->params.items[k].value).p);
  }
}

/* Copies metaparameters and tags of containers to what they contain. */
void catalog_flow(struct compilation *c);

/* Shared by all resources of a type. */
struct type_texts {
  str display;     /* "Apache::Vhost" */
  str head;        /* {"type":"Apache::Vhost","title": */
  struct tag *tag; /* the tag with its name; NULL until a resource has it */
  struct listed_type listed;
  size_t counted;            /* index among the types that have resources, + 1; 0: not counted yet */
  struct resource_type type; /* kind RESOURCE_UNKNOWN: not searched, or not defined yet */
};
/* Finds or creates it. */
struct type_texts *catalog_type_texts(struct compilation *c, const symbol *type);
/* Returns "Apache::Vhost" for the symbol of a type, "A::B" for that of a class. */
str catalog_display(struct compilation *c, const symbol *name);
/* Finds or creates the list of resources of a type. */
struct listed_type *catalog_of_type(struct compilation *c, const symbol *type);
/* Returns the title as the index of names contains it: in lower case for classes. */
str catalog_indexed(struct compilation *c, const symbol *type, str title);
/* Returns "file[/tmp/x]", with titles of classes in lower case, in the arena of the compilation. */
str catalog_key(struct compilation *c, const symbol *type, str title);
/* Returns masks of the tags that it has or will inherit: it lacks each tag whose bit is not set. */
struct tag_bits resource_all_tag_bits(struct compilation *c, struct resource *r);
/* Adds the name of its type as a tag. */
void resource_tag_type(struct compilation *c, struct resource *r);
/* Adds its title as a tag if that is a valid tag. */
void resource_tag_title(struct compilation *c, struct resource *r);
/* Adds the tags of `from` to `to`. */
void resource_merge_tags(struct compilation *c, struct resource *to, const struct resource *from);
void resource_add_scope_tags(struct compilation *c, struct resource *r);
/* Returns the definition that Puppet's scope.source is. */
const struct definition *scope_setter(struct compilation *c, const struct scope *s);
/* Appends " (file: F, line: N)" of a resource. */
void resource_place(struct buf *out, const struct resource *r);
/* Return the place for failures: of a `const struct resource *`, as context.locate requires, and of a parameter. */
struct failure_place resource_failure_place(const void *resource);
struct failure_place parameter_failure_place(const struct parameter *p);
void parameter_place(struct buf *out, const struct parameter *p);
/* Whether a definition has a parameter; whether the value of a resource's parameter was Sensitive. */
bool definition_declares(const struct definition *d, const symbol *name);
bool resource_is_sensitive(const struct resource *r, const symbol *name);
void resource_locate(struct compilation *c, struct resource *r, const ast *place);
/* Reserves room for n parameters of a new resource, or for those of its definition if these are more. */
void resource_reserve(struct compilation *c, struct resource *r, uint32_t n);
/* Sets parameters that are missing to the resource defaults of the scopes. */
void resource_apply_defaults(struct compilation *c, struct resource *r, struct scope *s);
const struct parameter *scope_default(struct scope *s, const symbol *type, const symbol *name);
/* The same in this scope only. */
const struct parameter *scope_own_default(const struct scope *s, const symbol *type, const symbol *name);
/* Registers the metaparameter `alias` of the resource; fails when another resource has that name. */
void catalog_add_alias(struct compilation *c, struct resource *r);
/* The attributes of `File['x'] { … }` or of a collector's braces. */
struct override {
  struct resource *values; /* has the reference, place and parameters of the override; is never in the catalog */
  bool by_collector;
};
/* Merges an override into its resource, or keeps it until the resource is created. */
void catalog_add_override(struct compilation *c, const struct override *override);
/* Sets the parameters; fails if the override may not set them. */
void resource_merge(struct compilation *c, struct resource *r, const struct override *override);
/* Like value_flatten, without undef. */
void catalog_flatten(struct compilation *c, struct valuevec *out, value v);
/* Returns the text of a reference in a catalog: "File[/x]". */
str reference_text(struct compilation *c, const struct type *reference);
/* Splits "File[/x]"; false if it is not a reference with a title. */
bool reference_split(str ref, str *rtype, str *title);
/* Joins "File[/x]" from its two parts. */
str reference_shown(struct arena *a, str display, str title);
/* Returns "File[/x]" for a type and a title as resources have them. */
str reference_of(struct compilation *c, const symbol *rtype, str title);
bool value_is_reference(value v);
/* The place of a value in a resource, for messages. Puppet's path grows from message to message of one resource. */
struct plain_state {
  const struct resource *resource;
  struct buf prefix;
  bool relationship; /* the value is a relationship, whose references are all written as text */
};
/* Returns a parameter's value as catalogs contain it: references as text, relationships flat. Without rich data every
 * value that JSON lacks becomes a string, with a warning. */
value catalog_plain_value(struct compilation *c, struct plain_state *state, const symbol *name, value v);
/* Returns the title as a resource has it: capitalised for classes. */
str title_display(struct compilation *c, const symbol *type, str title);
/* Sets parameters, tags and defaults of a new resource. */
void resource_fill(struct compilation *c, struct resource *r, struct scope *s, const struct parameter *params,
                   uint32_t nparams);
/* Adds resources that other nodes export and the collector matches to the catalog and to *found. Fails if the catalog
 * has a resource of that name. */
void catalog_import_exported(struct compilation *c, struct collector *k, struct ptrvec *found);
/* Evaluates the class it inherits; adds its tags to the catalog. */
void catalog_prepare_class(struct compilation *c, struct scope *s, struct resource *r);
void catalog_override_collected(struct compilation *c, const struct collector *from, struct resource *target);
/* Checks the parameters of a define or class against its declaration; fails like Puppet. */
void parameters_check(struct compilation *c, struct resource *r, struct scope *s);
/* Looks class parameters up that have no value yet. */
void parameters_lookup(struct compilation *c, struct resource *r, struct scope *s);
void parameters_bind(struct compilation *c, struct resource *r, struct scope *s);

#endif

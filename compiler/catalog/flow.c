/* Metaparameters and tags that containers pass to their contents, from Class[main] outward, breadth first like Puppet.
 * Relationships are not passed: the agent applies them to the container as a whole. A resource that sets a
 * metaparameter itself keeps its own value. */
#include "compiler/catalog/internal.h"
#include "compiler/environment/environment.h"

/* Names of metaparameters, in the order in which they are passed on: first those of outer containers, then the
 * container's own in Puppet's order. NULL: not determined yet, or none. */
struct given {
  const symbol **names;
  uint32_t n;
};

struct flow {
  struct compilation *c;
  const symbol *const *metaparameters; /* all except the relationships, ended by NULL */
  uint32_t most;                       /* their number */
  uint64_t mask;
  struct given *given; /* by index of the container */
  bool gave_alias;
};

/* Lists Puppet's own in its order, then those added by Ruby code. */
static void list_metaparameters(struct flow *f)
{
  struct compilation *c = f->c;
  const struct ptrvec *added = &c->environment->restypes.metaparameters;
  const symbol *const *own = restype_metaparameters();
  uint32_t n = 0, k = 0;
  while (own[n] != NULL) n++;
  const symbol **all = arena_array(c->arena, (size_t)n + added->n + 1, sizeof *all);
  for (uint32_t i = 0; i < n; i++) {
    if (!restype_is_relationship(own[i])) all[k++] = own[i];
  }
  for (uint32_t i = 0; i < added->n; i++) all[k++] = added->items[i];
  for (uint32_t i = 0; i < k; i++) f->mask |= symbol_mask(all[i]);
  f->metaparameters = all;
  f->most = k;
}

static bool is_set(const struct resource *r, const symbol *name)
{
  const struct parameter *p = resource_param(r, name);
  return p != NULL && p->value.kind != V_UNDEF;
}

/* Most containers set no metaparameter: they share the list of their container. Others get a copy of it. */
static void add_own(struct flow *f, const struct resource *r, struct given *to)
{
  if ((r->params.mask & f->mask) == 0) return;
  const symbol **names = arena_array(f->c->arena, f->most, sizeof *names);
  for (uint32_t i = 0; i < to->n; i++) names[i] = to->names[i];
  to->names = names;
  for (const symbol *const *name = f->metaparameters; *name != NULL; name++) {
    bool there = !is_set(r, *name);
    for (uint32_t i = 0; !there && i < to->n; i++) there = names[i] == *name;
    if (!there) names[to->n++] = *name;
  }
}

static void inherit(struct flow *f, const struct given *given, const struct resource *from, struct resource *to)
{
  struct compilation *c = f->c;
  for (uint32_t i = 0; i < given->n; i++) {
    const struct parameter *p = resource_param(from, given->names[i]);
    if (p == NULL || is_set(to, p->name)) continue;
    PROVENANCE(c, provenance_expect(c, ORIGIN_CONTAINER, from));
    resource_set(c, to, p);
    f->gave_alias = f->gave_alias || p->name == compilation_name.alias;
  }
}

/* Breadth first. Each container passes its metaparameters once; a resource in several containers gets some from
 * each. */
void catalog_flow(struct compilation *c)
{
  struct catalog *cat = c->catalog;
  struct flow f = {.c = c, .given = arena_array(c->arena, (size_t)cat->resources.n + 1, sizeof *f.given)};
  bool *seen = arena_array(c->arena, (size_t)cat->resources.n + 1, sizeof *seen);
  struct ptrvec queue = {0};
  list_metaparameters(&f);
  ptrvec_push(&queue, c->arena, cat->main);
  seen[cat->main->index] = true;
  for (uint32_t i = 0; i < queue.n; i++) {
    struct resource *from = queue.items[i];
    struct given *given = &f.given[from->index];
    if (given->n == 0 && from->edges.first_out != NULL) add_own(&f, from, given);
    for (const struct edge *e = from->edges.first_out; e != NULL; e = e->next_out) {
      struct resource *to = e->target;
      inherit(&f, given, from, to);
      if (given->n > 0 && to->edges.first_out != NULL) {
        f.given[to->index] = *given;
        add_own(&f, to, &f.given[to->index]);
      }
      resource_merge_tags(c, to, from);
      if (seen[to->index]) continue;
      seen[to->index] = true;
      ptrvec_push(&queue, c->arena, to);
    }
  }
  /* Aliases that were passed are names, too, and may clash. */
  for (uint32_t i = 0; f.gave_alias && i < cat->resources.n; i++) catalog_add_alias(c, cat->resources.items[i]);
}

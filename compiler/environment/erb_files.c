/* Templates in ERB: parsed once per generation, with the outcome of their renderings. A template that required Ruby is
 * then rendered by Ruby directly, since a native attempt would be wasted. */
#include "compiler/environment/internal.h"
#include "base/check.h"
#include "compiler/erb/erb.h"

static struct erb_file *parse(struct arena *a, str path, str text)
{
  struct erb_file *t = ARENA_NEW(a, struct erb_file);
  *t = (struct erb_file){.path = path, .text = text, .parsed = erb_parse(a, text)};
  return t;
}

const struct erb_file *environment_erb(struct compilation *c, str path, str *error)
{
  assert(path.n > 0 && error != NULL);
  struct environment *e = c->environment;
  struct environment_file *f = environment_file(e, path);
  str text;
  environment_begin_use(e, f);
  if (f->erb != NULL) {
    environment_used(c, f);
    return f->erb;
  }
  observer_phase_begin(c->observer, PHASE_PARSE);
  const bool there = e->host->read_file(e->host->ctx, e->generation, f->path, &text, error);
  if (there) {
    /* Ruby's reader drops the byte order mark of UTF-8. */
    text = str_starts(text, STR("\xEF\xBB\xBF")) ? str_from(text, 3) : text;
    f->erb = parse(e->generation, f->path, text);
    f->erb->history = ARENA_NEW(e->generation, struct erb_history);
    f->bytes = text.n;
    f->serial = c->serial;
    observer_parsed(c->observer, &(struct observer_parse){.bytes = text.n, .cache_used = true});
  }
  observer_phase_end(c->observer);
  return f->erb;
}

/* Texts that occur repeatedly, as in a loop, are parsed once. The cache is limited, because texts may be generated and
 * different each time. */
enum { KEPT_TEMPLATES = 200, KEPT_BYTES = 4096 };

const struct erb_file *environment_inline_erb(struct compilation *c, str text)
{
  struct environment *e = c->environment;
  struct erb_file *t = strmap_get(&e->files.erb_texts, text);
  if (t != NULL) return t;
  if (e->files.erb_texts.n >= KEPT_TEMPLATES || text.n > KEPT_BYTES) return parse(c->arena, STR_EMPTY, text);
  t = parse(e->generation, STR_EMPTY, arena_str(e->generation, text));
  t->history = ARENA_NEW(e->generation, struct erb_history);
  strmap_put(&e->files.erb_texts, t->text, t);
  return t;
}

/* --- outcomes of renderings --- */

/* After each failed attempt twice as many renderings, 1, 3, 7 … 63, go to Ruby before the next attempt. */
enum { MOST_SKIPPED = 63 };

void environment_erb_rendered(const struct erb_file *file)
{
  if (file->history != NULL) file->history->skipped = 0;
}

void environment_erb_left(struct environment *e, const struct erb_file *file, uint32_t line, str reason)
{
  struct erb_history *h = file->history;
  if (h == NULL) return;
  if (!str_eq(h->reason, reason)) h->reason = arena_str(e->generation, reason);
  h->line = line;
  h->skipped = h->skipped < MOST_SKIPPED ? h->skipped * 2 + 1 : MOST_SKIPPED;
  h->to_skip = h->skipped;
}

bool environment_erb_begins_with_ruby(const struct erb_file *file)
{
  struct erb_history *h = file->history;
  if (h == NULL || h->to_skip == 0) return false;
  h->to_skip--;
  return true;
}

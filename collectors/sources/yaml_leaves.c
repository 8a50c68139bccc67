/* Uses libyaml's events and keeps only the keys that lead to the present node. The parser gets the text in pieces of
 * limited size, so that neither a huge scalar nor deep nesting needs memory. */
#include "collectors/sources/yaml_leaves.h"

#include <string.h>
#include <yaml.h>

/* An open mapping or sequence. */
struct level {
  bool sequence;
  bool has_key; /* of a mapping: the next node is a value */
  uint64_t items;
};

struct walk {
  const struct yaml_leaves *from;
  yaml_parser_t parser;
  struct buf *why;
  struct level levels[YAML_LEAVES_DEPTH];
  size_t depth;
  char keys[YAML_LEAVES_KEYS][YAML_LEAVES_KEY_BYTES];
  uint64_t item;
  size_t given, seen; /* bytes that the parser got; those up to the last event */
  bool lump, unreadable, done;
  size_t line;
};

enum step { STEP_ON, STEP_END, STEP_FAILED };

static enum step fail(struct walk *w, const char *what)
{
  buf_printf(w->why, "line %zu: %s", w->line + 1, what);
  return STEP_FAILED;
}

/* Gives the parser more text. It keeps only the text since the last event. */
static int take(void *ctx, unsigned char *to, size_t size, size_t *n)
{
  struct walk *w = ctx;
  w->lump = w->given - w->seen > w->from->lump;
  if (w->lump) return 0;
  if (!w->from->read(w->from->ctx, to, size, n)) {
    w->unreadable = true;
    return 0;
  }
  w->given += *n;
  return 1;
}

static void put_key(struct walk *w, const char *text, size_t n)
{
  if (w->depth == 0 || w->depth > YAML_LEAVES_KEYS) return;
  if (n >= YAML_LEAVES_KEY_BYTES) n = YAML_LEAVES_KEY_BYTES - 1;
  memcpy(w->keys[w->depth - 1], text, n);
  w->keys[w->depth - 1][n] = '\0';
}

/* Called at the beginning of a node. Whether the node is a value or an item, not a key. */
static bool is_value(struct walk *w)
{
  if (w->depth == 0) return true;
  struct level *l = &w->levels[w->depth - 1];
  if (!l->sequence) return l->has_key;
  if (w->depth == 2) w->item = l->items;
  l->items++;
  put_key(w, "-", 1);
  return true;
}

/* Called at the end of a node. */
static void end_node(struct walk *w)
{
  struct level *l = w->depth > 0 ? &w->levels[w->depth - 1] : NULL;
  if (l != NULL && !l->sequence) l->has_key = !l->has_key;
}

static enum step scalar(struct walk *w, const yaml_event_t *event)
{
  const char *text = (const char *)event->data.scalar.value;
  const size_t n = event->data.scalar.length;
  bool on = true;
  if (w->depth == 0) return fail(w, "it is a text, not a mapping");
  if (!is_value(w)) {
    put_key(w, text, n);
  } else {
    struct yaml_leaf leaf = {
      .depth = w->depth, .item = w->item, .line = event->start_mark.line + 1, .text = str_n(text, n)};
    for (size_t i = 0; i < w->depth && i < YAML_LEAVES_KEYS; i++) leaf.keys[i] = w->keys[i];
    on = w->from->leaf(w->from->to, &leaf);
  }
  end_node(w);
  return on ? STEP_ON : STEP_END;
}

static enum step begin(struct walk *w, bool sequence)
{
  if (w->depth == 0 && sequence) return fail(w, "it is a list, not a mapping");
  if (w->depth == YAML_LEAVES_DEPTH) return fail(w, "it is nested too deep");
  if (!is_value(w)) put_key(w, "?", 1); /* a key that is not a scalar */
  w->levels[w->depth++] = (struct level){.sequence = sequence};
  return STEP_ON;
}

static enum step end(struct walk *w)
{
  w->depth--;
  end_node(w);
  return STEP_ON;
}

static enum step alias(struct walk *w)
{
  if (!w->from->aliases) return fail(w, "unexpected alias");
  if (!is_value(w)) put_key(w, "*", 1);
  end_node(w);
  return STEP_ON;
}

static bool has_anchor(const yaml_event_t *event)
{
  switch (event->type) {
  case YAML_SCALAR_EVENT: return event->data.scalar.anchor != NULL;
  case YAML_SEQUENCE_START_EVENT: return event->data.sequence_start.anchor != NULL;
  case YAML_MAPPING_START_EVENT: return event->data.mapping_start.anchor != NULL;
  default: return false;
  }
}

static enum step take_event(struct walk *w, const yaml_event_t *event)
{
  if (!w->from->aliases && has_anchor(event)) return fail(w, "unexpected anchor");
  switch (event->type) {
  case YAML_SCALAR_EVENT: return scalar(w, event);
  case YAML_SEQUENCE_START_EVENT: return begin(w, true);
  case YAML_MAPPING_START_EVENT: return begin(w, false);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT: return end(w);
  case YAML_ALIAS_EVENT: return alias(w);
  case YAML_DOCUMENT_START_EVENT:
    if (w->done) return fail(w, "more than one document");
    w->done = true;
    return STEP_ON;
  case YAML_STREAM_END_EVENT: return w->done ? STEP_END : fail(w, "it is empty");
  default: return STEP_ON;
  }
}

static enum step fail_parser(struct walk *w)
{
  const yaml_parser_t *p = &w->parser;
  w->line = p->mark.line;
  if (w->lump) return fail(w, "a text is too long");
  if (w->unreadable) return fail(w, "it cannot be read to its end");
  if (p->error == YAML_READER_ERROR) {
    buf_printf(w->why, "byte %zu: %s", p->problem_offset, p->problem != NULL ? p->problem : "no text");
  } else {
    buf_printf(w->why, "line %zu: %s", p->problem_mark.line + 1, p->problem != NULL ? p->problem : "it is not YAML");
  }
  return STEP_FAILED;
}

static enum step step(struct walk *w)
{
  yaml_event_t event;
  if (!yaml_parser_parse(&w->parser, &event)) return fail_parser(w);
  w->seen = w->given;
  w->line = event.start_mark.line;
  const enum step result = take_event(w, &event);
  yaml_event_delete(&event);
  return result;
}

bool yaml_leaves_read(const struct yaml_leaves *from, struct buf *why)
{
  struct walk w = {.from = from, .why = why};
  enum step result = STEP_ON;
  if (!yaml_parser_initialize(&w.parser)) {
    buf_z(why, "out of memory");
    return false;
  }
  yaml_parser_set_input(&w.parser, take, &w);
  while (result == STEP_ON) result = step(&w);
  yaml_parser_delete(&w.parser);
  return result == STEP_END;
}

/* --- texts in memory --- */

static bool read_text(void *ctx, unsigned char *to, size_t size, size_t *n)
{
  str *rest = ctx;
  *n = rest->n < size ? rest->n : size;
  if (*n > 0) memcpy(to, rest->p, *n);
  *rest = str_from(*rest, *n);
  return true;
}

bool yaml_leaves_text(str text, struct yaml_leaves *from, struct buf *why)
{
  from->read = read_text;
  from->ctx = &text;
  return yaml_leaves_read(from, why);
}

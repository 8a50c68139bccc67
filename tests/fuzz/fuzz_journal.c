/* Journals of runs: the result is a run or a message; a run can be explained, and a plan to undo it can be made and
 * printed without changes. The hashes of the lines are corrected first, so that the records are reached. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/journal/undo.h"
#include "agent/journal/why.h"
#include "agent/types/types.h"
#include "base/json_write.h"
#include "base/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void no_log(struct ral *ral, enum log_level level, str source, str message)
{
  (void)ral, (void)level, (void)source, (void)message;
}

/* Each line as a record, unless it begins with a "!". */
static str with_hashes(struct arena *a, str text)
{
  struct buf out = BUF_IN(a);
  for (size_t at = 0; at < text.n;) {
    size_t end = str_index(text, '\n', at);
    if (end == SIZE_MAX) end = text.n;
    const str line = str_sub(text, at, end - at);
    if (!str_starts(line, STR("!"))) buf_printf(&out, "%016llx ", (unsigned long long)journal_hash(line));
    buf_str(&out, str_starts(line, STR("!")) ? str_from(line, 1) : line);
    if (end < text.n) buf_char(&out, '\n');
    at = end + 1;
  }
  return buf_view(&out);
}

/* Paths outside of the fuzzer's directory must not be used. */
static bool is_elsewhere(str path)
{
  return str_starts(path, STR("/nowhere/")) && str_find(path, STR(".."), 0) == SIZE_MAX;
}

static bool is_harmless(const struct journal_run *run)
{
  for (uint32_t i = 0; i < run->nchanges; i++) {
    const struct journal_change *c = run->changes[i];
    if (c->rule == RAL_UNDO_VALUES) return false; /* providers would run programs */
    for (uint32_t k = 0; k < c->nbefore; k++) {
      if (!is_elsewhere(c->before[k].path)) return false;
    }
    for (uint32_t k = 0; k < c->nafter; k++) {
      if (!is_elsewhere(c->after[k].path)) return false;
    }
  }
  return true;
}

static void explain(struct arena *a, struct journal_run *run)
{
  struct why_change why;
  struct buf out = BUF_IN(a);
  struct json_writer w;
  for (uint32_t i = 0; i < run->nchanges && i < 20; i++) {
    if (!why_change_find(a, run, 1, 0, run->changes[i]->ref, &why)) continue;
    why_change_text(&why, false, &out);
    json_init(&w, &out, false);
    json_begin_object(&w);
    why_change_json(&why, &w);
    json_end_object(&w);
  }
}

static void plan(struct arena *a, const struct journal_run *run, struct settings *settings)
{
  struct ral ral = {.arena = a, .types = ral_types, .settings = settings, .facts = &hash_empty, .log = no_log};
  struct undo_plan p;
  struct buf out = BUF_IN(a);
  for (int force = 0; force < 2; force++) {
    undo_plan_make(&ral, run, force == 1, &p);
    undo_plan_text(&p, run, &out);
    struct catalog_doc doc;
    str error;
    if (!catalog_read(a, undo_plan_catalog(&p, run), &doc, &error)) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static struct settings *settings;
  struct arena *a = arena_new();
  struct journal_run run = {.directory = STR("/nowhere/journal")};
  str error = STR_EMPTY;
  if (settings == NULL) settings = settings_new();
  const str text = arena_str(a, str_n((const char *)data, size));
  (void)journal_parse(a, text, &run, &error);
  run = (struct journal_run){.directory = STR("/nowhere/journal")};
  error = STR_EMPTY;
  const bool ok = journal_parse(a, with_hashes(a, text), &run, &error);
  if (ok == (error.n > 0)) abort();
  if (ok) {
    explain(a, &run);
    if (is_harmless(&run)) plan(a, &run, settings);
  }
  arena_free(a);
  return 0;
}

/* Polls one foreign source once and prints what it gives.
 *
 *   source-poll DIR KIND [KEY=VALUE]...
 *
 * The settings are those of a section of collector.conf. A statistics file is made in DIR, or used when it is there.
 * The first line is the state and, when it is not "ok", the reason; then "object = value" for each object that has an
 * instance. Ends with 0 when the state is ok, 1 when it is not, 2 when it cannot be polled at all. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectors/sources/source_config.h"
#include "collectors/stats_reader.h"

#define NAME "poll"

static _Noreturn void die(const char *what, const char *why)
{
  fprintf(stderr, "source-poll: %s: %s\n", what, why);
  exit(2);
}

static const struct source_config *configure(struct source_set *set, const char *kind, char **settings)
{
  struct buf why = BUF_IN(set->arena);
  const struct source_kind *k = source_kind_find(kind);
  if (k == NULL) die(kind, "no such kind");
  struct source_entry *e = source_set_add(set, STR(NAME), k, &why);
  if (e == NULL) die(kind, why.p);
  for (; *settings != NULL; settings++) {
    const char *is = strchr(*settings, '=');
    if (is == NULL) die(*settings, "expected KEY=VALUE");
    const str key = str_n(*settings, (size_t)(is - *settings));
    if (!source_set_key(set, e, key, str_of(is + 1), &why)) die(*settings, why.p);
  }
  if (!source_set_finish(set, e, &why)) die(kind, why.p);
  return &e->config;
}

static void poll_into(const struct source_config *config, const char *path, struct source_outcome *outcome)
{
  char error[256] = "";
  const struct source_kind *kind = config->kind;
  const struct stats_config file = {
    .path = path, .list = kind->list, .segment = kind->list == NULL ? STATS_SEGMENT_SOURCES : STATS_SEGMENT_STORE};
  struct stats_store *store = stats_open(&file, error, sizeof error);
  if (store == NULL) die(path, error);
  struct stats_record *record = stats_begin(store, 0);
  if (kind->list == NULL && !stats_row(record, kind->group, STR(NAME))) die(NAME, "no row");
  const struct stats_list *list = kind->list == NULL ? &stats_list : kind->list;
  const struct stats_group_info *group = &list->groups[kind->list == NULL ? kind->group : 0];
  for (size_t i = group->first; i < group->first + group->count; i++) stats_forget(record, (uint32_t)i);
  void *source = kind->open(config, outcome);
  if (source != NULL) {
    kind->poll(source, config, record, stats_moment(record), outcome);
    kind->close(source);
  }
  if (source_records(kind, outcome->state) && !stats_commit(record)) die(path, "nothing recorded");
  stats_close(store);
}

static void print_value(const struct stats_info *info, const struct stats_value *v)
{
  printf("%s = ", info->name);
  if (info->syntax == STATS_STRING) printf("%.*s\n", (int)v->length, v->text);
  else printf("%" PRIu64 "\n", v->number);
}

static void print_values(const struct source_config *config, const char *folder, const char *path)
{
  const struct source_kind *kind = config->kind;
  const struct stats_list *list = kind->list == NULL ? &stats_list : kind->list;
  const struct stats_group_info *group = &list->groups[kind->list == NULL ? kind->group : 0];
  const struct stats_reader_options options = {.list = kind->list, .sources = kind->list == NULL ? folder : NULL};
  struct stats_reader *reader = stats_reader_new(path, &options);
  stats_reader_refresh(reader);
  const long row = kind->list == NULL ? stats_reader_find(reader, kind->group, NAME, strlen(NAME)) : 0;
  for (size_t i = group->first; row >= 0 && i < group->first + group->count; i++) {
    struct stats_value v;
    const bool there = kind->list == NULL ? stats_reader_cell(reader, (uint32_t)i, (size_t)row, &v)
                                          : stats_reader_scalar(reader, (uint32_t)i, &v);
    if (there && list->stats[i].access != STATS_ACCESS_NONE) print_value(&list->stats[i], &v);
  }
  stats_reader_free(reader);
}

int main(int argc, char **argv)
{
  if (argc < 3) die("usage", "source-poll DIR KIND [KEY=VALUE]...");
  struct source_set *set = source_set_new(source_kinds, source_kind_count);
  const struct source_config *config = configure(set, argv[2], argv + 3);
  struct buf reason = BUF_IN(set->arena);
  struct source_outcome outcome = {.state = STATS_SOURCESTATE_PENDING, .reason = &reason};
  const char *file = config->kind->list == NULL ? "sources.stats" : NAME ".stats";
  const char *path = arena_printf(set->arena, "%s/%s", argv[1], file).p;
  poll_into(config, path, &outcome);
  printf("%s%s%.*s\n", stats_label_name(STATS_ENUM_SOURCESTATE, outcome.state), reason.n > 0 ? ": " : "",
         STR_FMT(buf_view(&reason)));
  if (source_records(config->kind, outcome.state)) print_values(config, argv[1], path);
  source_set_free(set);
  return outcome.state == STATS_SOURCESTATE_OK ? 0 : 1;
}

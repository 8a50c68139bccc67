/* partitions: partitions of disks, device mapper and loop devices, with blkid's data about each. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/facts/external.h"
#include "base/arena.h"

/* Reads KEY="value" pairs from blkid's line for a device. */
static void put_blkid(struct facts_host *h, struct fact *partition, const char *device, str blkid)
{
  static const struct {
    const char *key, *name;
  } rows[] = {
    {" TYPE=\"", "filesystem"},   {" UUID=\"", "uuid"},           {" LABEL=\"", "label"},
    {" PARTUUID=\"", "partuuid"}, {" PARTLABEL=\"", "partlabel"},
  };
  str line, prefix = arena_printf(h->arena, "%s:", device);
  while (facts__next_line(&blkid, &line)) {
    if (!str_starts(line, prefix)) continue;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      size_t at = str_find(line, str_of(rows[i].key), 0);
      size_t from = at == SIZE_MAX ? at : at + strlen(rows[i].key),
             end = at == SIZE_MAX ? at : str_index(line, '"', from);
      if (end != SIZE_MAX) fact_put_str(h->arena, partition, rows[i].name, str_sub(line, from, end - from));
    }
  }
}

struct search {
  struct facts_host *host;
  struct fact *partitions;
  bool asked; /* blkid was run, which is slow */
  str blkid;
};

static str blkid_text(struct search *s)
{
  static const char *const paths[] = {"/sbin/blkid", "/usr/sbin/blkid", NULL};
  if (!s->asked) s->blkid = facts__ask(s->host, paths, NULL);
  s->asked = true;
  return s->blkid;
}

static void put_partition(struct search *s, const char *device, const char *sys, str backing)
{
  struct arena *a = s->host->arena;
  uint64_t bytes = (uint64_t)facts__number(facts__read_line(s->host, arena_printf(a, "%s/size", sys).p)) * 512;
  struct fact *one = fact_put(a, s->partitions, device, FACT_HASH);
  if (backing.n > 0) fact_put_str(a, one, "backing_file", backing);
  put_blkid(s->host, one, device, blkid_text(s));
  fact_put_str(a, one, "size", facts__human_bytes(a, bytes));
  fact_put_int(a, one, "size_bytes", (int64_t)bytes);
}

static bool exists(struct facts_host *h, const char *path)
{
  return access(arena_printf(h->arena, "%s%s", h->root, path).p, F_OK) == 0;
}

/* The directories of /sys/block/sda whose names contain "sda". */
static void parts_of_disk(struct search *s, const char *sys, const char *disk)
{
  struct arena *a = s->host->arena;
  DIR *d = opendir(arena_printf(a, "%s%s", s->host->root, sys).p);
  for (struct dirent *e; d && (e = readdir(d));) {
    const char *below = arena_printf(a, "%s/%s", sys, e->d_name).p;
    if (strstr(e->d_name, disk) && exists(s->host, arena_printf(a, "%s/partition", below).p))
      put_partition(s, arena_printf(a, "/dev/%s", e->d_name).p, below, STR_EMPTY);
  }
  if (d) closedir(d);
}

static void block_device(struct search *s, const char *name)
{
  struct arena *a = s->host->arena;
  const enum facts_block kind = facts__block(name);
  const char *sys = arena_printf(a, "/sys/block/%s", name).p;
  if (kind == FACTS_BLOCK_DISK) {
    if (exists(s->host, arena_printf(a, "%s/device", sys).p)) parts_of_disk(s, sys, name);
  } else if (kind == FACTS_BLOCK_MAPPED) {
    if (!exists(s->host, arena_printf(a, "%s/dm", sys).p)) return;
    str mapped = facts__read_line(s->host, arena_printf(a, "%s/dm/name", sys).p);
    put_partition(
      s, mapped.n > 0 ? arena_printf(a, "/dev/mapper/%.*s", STR_FMT(mapped)).p : arena_printf(a, "/dev/%s", name).p,
      sys, STR_EMPTY);
  } else if (exists(s->host, arena_printf(a, "%s/loop", sys).p)) {
    put_partition(s, arena_printf(a, "/dev/%s", name).p, sys,
                  facts__read_line(s->host, arena_printf(a, "%s/loop/backing_file", sys).p));
  }
}

void facts__partitions(struct facts_host *h)
{
  DIR *d = opendir(arena_printf(h->arena, "%s/sys/block", h->root).p);
  struct search s = {.host = h, .partitions = fact_new(h->arena, FACT_HASH)};
  if (!d) return;
  for (struct dirent *e; (e = readdir(d));)
    if (e->d_name[0] != '.') block_device(&s, arena_strz(h->arena, str_of(e->d_name)));
  closedir(d);
  if (s.partitions->first) fact_copy(h->arena, h->facts, STR("partitions"), s.partitions);
}

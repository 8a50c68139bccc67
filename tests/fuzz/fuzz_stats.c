/* A statistics segment of any bytes: read like a reader, then opened and written like a writer.
 *
 * Input: words "offset << 16 | count" and as many bytes, copied into a valid small segment, whose checksums are then
 * corrected, so that the code after their check is reached, too. The first byte selects the checksums. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "collectors/compile_stats.h"
#include "collectors/segment.h"
#include "collectors/stats_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prevents that the compiler omits the reads. */
static volatile uint64_t sink;

static char directory[64];
static char path[128];
static unsigned char *sound;
static struct seg_layout sound_layout;

static const struct stats_config *config(void)
{
  static struct stats_config c;
  c = (struct stats_config){
    .path = path, .rows = {[STATS_NODE] = 4, [STATS_ENV] = 3, [STATS_TYPE] = 5}, .samples = {4}};
  return &c;
}

static bool record(struct stats_store *s, unsigned i)
{
  char node[16];
  struct stats_type_count types[] = {{STR("file"), 1}, {STR("service"), 2}};
  struct stats_compile c = {.environment = STR("production"),
                            .failure = i % 3,
                            .wall_us = i * 100,
                            .resources = i,
                            .types = types,
                            .type_count = 2};
  snprintf(node, sizeof node, "node%u", i % 6);
  c.node = str_of(node);
  return stats_record_compile(s, &c);
}

static void write_file(const unsigned char *p, size_t n)
{
  int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
  if (fd < 0 || write(fd, p, n) != (ssize_t)n) {
    abort();
  }
  close(fd);
}

static void remove_files(void)
{
  char command[256];
  snprintf(command, sizeof command, "rm -rf %s", directory);
  if (system(command) != 0) {
    fprintf(stderr, "fuzz_stats: %s stays behind\n", directory);
  }
}

static void make_sound_segment(void)
{
  char error[256];
  const char *reason;
  /* In memory if possible, since the disk would be slow. */
  strcpy(directory, access("/dev/shm", W_OK) == 0 ? "/dev/shm/fuzz_stats.XXXXXX" : "/tmp/fuzz_stats.XXXXXX");
  if (mkdtemp(directory) == NULL) {
    abort();
  }
  atexit(remove_files);
  log_set_level(LOG_LEVEL_CRIT);
  snprintf(path, sizeof path, "%s/stats", directory);
  struct stats_store *s = stats_open(config(), error, sizeof error);
  for (unsigned i = 0; s != NULL && i < 10; i++) {
    record(s, i);
  }
  stats_close(s);
  sound = malloc(1 << 20);
  int fd = open(path, O_RDONLY);
  ssize_t n = sound == NULL || fd < 0 ? -1 : read(fd, sound, 1 << 20);
  if (n < 0 || !seg_check_header(sound, (size_t)n, (uint64_t)n, &sound_layout, &reason)) {
    abort();
  }
  close(fd);
}

/* Corrects the checksums whose bit is set. The directory's may change the layout. */
static void seal(unsigned char *p, unsigned kinds)
{
  static struct seg_layout layout;
  const char *reason;
  struct seg_header *h = (struct seg_header *)(void *)p;
  if ((kinds & 128) && h->directory_words <= 2 * SEG_CONTAINERS + SEG_CELLS) {
    h->directory_sum = seg_checksum(h->instance, (uint64_t *)(void *)(p + sound_layout.directory), h->directory_words);
  }
  if (kinds & 1) {
    h->checksum = seg_header_checksum(h);
  }
  if (!seg_check_header(p, sound_layout.bytes, sound_layout.bytes, &layout, &reason) || layout.version != SEG_VERSION) {
    return;
  }
  if (kinds & 2) {
    seg_core_seal(h->instance, &layout, (uint64_t *)(void *)(p + layout.containers[0].at));
  }
  for (uint32_t i = 1; i < layout.count; i++) {
    const struct seg_container *c = &layout.containers[i];
    for (uint64_t k = 0; (kinds & (c->kind == SEG_TABLE ? 8 : 4)) && k < c->items; k++) {
      void *item = p + c->at + k * c->item_words * 8;
      if (c->kind == SEG_TABLE) {
        seg_row_seal(h->instance, c, item, true);
      } else {
        seg_sample_seal(h->instance, c, item);
      }
    }
  }
}

static size_t mutate(unsigned char *p, const uint8_t *data, size_t size)
{
  unsigned kinds = data[0];
  size_t bytes = sound_layout.bytes;
  for (size_t i = 1; i + 4 <= size;) {
    size_t at = ((size_t)data[i] | (size_t)data[i + 1] << 8 | (size_t)data[i + 2] << 16) % sound_layout.bytes;
    size_t n = data[i + 3];
    i += 4;
    n = n < size - i ? n : size - i;
    n = n < sound_layout.bytes - at ? n : sound_layout.bytes - at;
    memcpy(p + at, data + i, n);
    i += n;
  }
  seal(p, kinds);
  return (kinds & 0x70) == 0x70 ? bytes / 2 : bytes;
}

static uint64_t use_reader(struct stats_reader *r)
{
  struct stats_value v;
  struct stats_row_key key;
  uint64_t sum = 0;
  stats_reader_refresh(r);
  for (unsigned i = 0; i < STATS_IDS; i++) {
    uint32_t group = stats_table[i].group;
    if (stats_reader_scalar(r, i, &v)) {
      sum += v.number;
    }
    for (size_t row = 0; row < stats_reader_rows(r, group); row++) {
      if (stats_reader_cell(r, i, row, &v)) {
        for (size_t c = 0; c < v.length; c++) {
          sum += (unsigned char)v.text[c];
        }
        sum += v.number;
      }
      if (stats_reader_key(r, group, row, &key) && key.name != NULL && key.length > 0) {
        sum += (unsigned char)key.name[key.length - 1];
        stats_reader_find(r, group, key.name, key.length);
      }
    }
  }
  return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static unsigned runs;
  char error[256];
  if (sound == NULL) {
    make_sound_segment();
  }
  if (size == 0) {
    return 0;
  }
  unsigned char *p = malloc(sound_layout.bytes);
  if (p == NULL) {
    return 0;
  }
  memcpy(p, sound, sound_layout.bytes);
  size_t n = mutate(p, data, size);
  write_file(p, n);
  free(p);
  struct stats_reader *r = stats_reader_new(path, NULL);
  sink = use_reader(r);
  struct stats_store *s = stats_open(config(), error, sizeof error);
  for (unsigned i = 0; s != NULL && i < 8; i++) {
    if (!record(s, i)) {
      break;
    }
  }
  stats_close(s);
  sink = use_reader(r);
  stats_reader_free(r);
  unlink(path);
  if (++runs % 64 == 0) {
    remove_files(); /* the files set aside */
    if (mkdir(directory, 0700) != 0) {
      abort();
    }
  }
  return 0;
}

/* Writes one file in a thread, while the request that saves it goes on: creating and syncing a file takes as long as
 * compiling a small catalog, and none of the processor's time. */
#include <assert.h>
#include <pthread.h>

#include "indirector/core/internal.h"

/* One for the process, which answers one request at a time. `arena` belongs to the thread while it is running. */
static struct {
  bool begun, running;
  pthread_t thread;
  struct arena *arena;
  str path, bytes, what;
  unsigned mode;
  bool ok;
  str error;
} writer;

static void *write_file(void *unused)
{
  (void)unused;
  writer.ok = file_replace(writer.arena, writer.path, writer.bytes, writer.mode, &writer.error);
  return NULL;
}

void ind_write_begin(str path, str bytes, unsigned mode, str what)
{
  assert(!writer.begun && path.n > 0);
  writer.arena = arena_new();
  /* These copies take a block, whose rest is enough for the thread: it needs no memory of its own. */
  writer.path = arena_str(writer.arena, path);
  writer.what = arena_str(writer.arena, what);
  writer.bytes = bytes;
  writer.mode = mode;
  writer.begun = true;
  writer.running = file_start_thread(&writer.thread, write_file, NULL);
  if (!writer.running) write_file(NULL);
}

void ind_write_wait(void)
{
  if (writer.running) pthread_join(writer.thread, NULL);
  writer.running = false;
}

bool ind_write_end(struct arena *a, str *error)
{
  if (!writer.begun) return true;
  ind_write_wait();
  writer.begun = false;
  if (!writer.ok) *error = arena_printf(a, "Could not save %.*s: %.*s", STR_FMT(writer.what), STR_FMT(writer.error));
  arena_free(writer.arena);
  return writer.ok;
}

/* /puppet-admin-api/v1. */
#include "server/environments/environments.h"
#include "server/board/board.h"
#include "server/routes/route.h"

/* Has all workers read the environments again at their next use. */
void route_environment_cache(struct worker *w, struct request *r, struct answer *a)
{
  const str *name = request_parameter(r, "environment");
  environments_forget(w->environments, name == NULL ? STR_EMPTY : *name);
  a->status = 204;
}

/* puppetserver replaces its JRubies; here a new generation of workers takes over. */
void route_jruby_pool(struct worker *w, struct request *r, struct answer *a)
{
  (void)r;
  board_want_reload(w->board);
  a->status = 204;
}

void route_thread_dump(struct worker *w, struct request *r, struct answer *a)
{
  (void)w;
  answer_json(a, 500, arena_str(r->arena, STR("{\"1\":{\"error\":\"not supported: there is no JRuby\"}}")));
}

/* Applies several resources at the same time (setting `parallel`). Each has its own stack, a lane; all lanes are in one
 * thread, so no locks are needed. A lane runs until it waits for a program; then another one continues. Log messages of
 * a lane are kept until the transaction reads them, so that the order of messages does not depend on which lane ends
 * first. */
#ifndef FICELLE_AGENT_SYSTEM_LANES_H
#define FICELLE_AGENT_SYSTEM_LANES_H

#include <poll.h>

#include "agent/ral/ral.h"

struct lanes;
struct lane;

/* Allows at most `most` (1 or more) lanes at once, allocated in the run's arena. Sets ral->lanes. */
struct lanes *lanes_new(struct ral *ral, uint32_t most);
/* Whether another lane can start. */
bool lanes_have_room(const struct lanes *l);
/* Runs work(ctx) in a new lane until it waits or ends. `ctx` must live until lane_finish. Must not be called in a lane.
 * NULL: no memory for a stack. */
struct lane *lane_start(struct lanes *l, void (*work)(void *ctx), void *ctx);
/* Waits until the lane has ended, while others continue, then logs its messages and frees it. */
void lane_finish(struct lane *lane);
/* poll(2), in a lane or outside; other lanes continue meanwhile. Negative `ms`: no limit. With ral->lanes NULL it is
 * just poll(2). */
int lanes_poll(struct ral *ral, struct pollfd *fds, nfds_t n, int ms);
/* Sleeps while other lanes continue. */
void lanes_sleep(struct ral *ral, double seconds);

#endif

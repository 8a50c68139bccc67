/* Types and providers that modules have in Ruby. A type becomes a struct ral_type whose functions cross into Ruby
 * (ruby/lib/ficelle/agent), where each of its resources is an object; the transaction, its events, messages and reports
 * are those of all other types. Ruby is started, and what it needs made, when the first such type is met. */
#ifndef FICELLE_AGENT_RUBY_BRIDGE_H
#define FICELLE_AGENT_RUBY_BRIDGE_H

#include "agent/ral/ral.h"

struct environment;
struct host;

struct settings;
/* Before anything of this process may need Ruby. What Ruby compiles is kept in the state directory. */
void ral_ruby_setup(struct settings *settings);
/* What a run needs for it, put into `ral`; cheap. The environment must outlive the run, and is current
 * (environment_refresh). */
struct ral_ruby *ral_ruby_new(struct ral *ral, struct environment *environment, const struct host *host, str node);
/* After the run; its values stay. NULL is nothing. */
void ral_ruby_end(struct ral_ruby *ruby);

/* The last resource was evaluated. */
void ral_ruby_done(struct ral *ral);

#endif

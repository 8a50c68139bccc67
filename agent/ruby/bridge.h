/* Types and providers that modules have in Ruby. A type becomes a struct ral_type whose functions cross into Ruby
 * (ruby/lib/ficelle/agent), where each of its resources is an object; the transaction, its events, messages and reports
 * are those of all other types. Ruby is started, and what it needs made, when the first such type is met. */
#ifndef FICELLE_AGENT_RUBY_BRIDGE_H
#define FICELLE_AGENT_RUBY_BRIDGE_H

#include "agent/ral/ral.h"

struct environment;
struct host;

/* Before anything of this process may need Ruby. */
void ral_ruby_setup(void);
/* What a run needs for it; cheap. The environment must outlive the run, and is current (environment_refresh). */
struct ral_ruby *ral_ruby_new(struct ral *ral, struct environment *environment, const struct host *host, str node);
/* After the run; its values stay. NULL is nothing. */
void ral_ruby_end(struct ral_ruby *ruby);

/* The type of that name that a module has in Ruby. NULL: no module has, or with ral->error it cannot be used. */
const struct ral_type *ral_ruby_type(struct ral *ral, str name);
/* The provider of that name that a module has in Ruby for a type in C (agent/ruby/provider.c). NULL: no module has, or
 * with ral->error it cannot be used. */
const struct ral_provider *ral_ruby_provider(struct ral *ral, const struct ral_type *t, str name);
/* The provider in Ruby that is this host's default for a type in C, and more specific than `least`; NULL: none. Ruby is
 * started only when the file of a provider contains `defaultfor`. */
const struct ral_provider *ral_ruby_default_provider(struct ral *ral, const struct ral_type *t, int least);
/* The last resource was evaluated. */
void ral_ruby_done(struct ral *ral);

#endif

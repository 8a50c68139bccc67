/* Types and providers of modules, written in Ruby. A type becomes a struct ral_type whose functions call Ruby
 * (ruby/lib/ficelle/agent), where each of its resources is an object; transaction, events, messages and reports are the
 * same as for types in C. Ruby is started when the first such type is used. */
#ifndef FICELLE_AGENT_RUBY_BRIDGE_H
#define FICELLE_AGENT_RUBY_BRIDGE_H

#include "agent/ral/ral.h"

struct environment;
struct host;

struct settings;
/* Call this before anything in this process uses Ruby. Compiled Ruby code is cached in the state directory. */
void ral_ruby_setup(struct settings *settings);
/* Prepares a run and sets the members of `ral`; cheap. The environment must outlive the run and be up to date
 * (environment_refresh). */
struct ral_ruby *ral_ruby_new(struct ral *ral, struct environment *environment, const struct host *host, str node);
/* Call this after the run; values of the run stay valid. NULL is allowed. */
void ral_ruby_end(struct ral_ruby *ruby);

/* Call this after the last resource was evaluated. */
void ral_ruby_done(struct ral *ral);

#endif

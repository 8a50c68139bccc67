/* Lines of crontabs. */
#ifndef FICELLE_AGENT_PROVIDERS_PARSED_CRONTAB_H
#define FICELLE_AGENT_PROVIDERS_PARSED_CRONTAB_H

#include "agent/providers/parsed/parsed.h"

enum crontab_kind { CRONTAB_COMMENT, CRONTAB_BLANK, CRONTAB_ENVIRONMENT, CRONTAB_JOB, CRONTAB_UNKNOWN };

struct crontab_line {
  enum crontab_kind kind;
  str name;     /* from a comment "Puppet Name: x"; empty: none */
  str special;  /* "daily"; empty: `times` is used */
  str times[5]; /* minute, hour, day of month, month, day of week */
  str command;
};

void crontab_parse(str line, struct crontab_line *out);

/* Sets the target of a listed job to the crontab that contains it. */
bool crontab_listed(struct ral_resource *r);

extern const struct parsed_format crontab_format;

#endif

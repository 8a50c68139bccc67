/* The version of Puppet that ficelle reports: in facts, reports, HTTP headers. */
#ifndef FICELLE_BASE_PUPPET_VERSION_H
#define FICELLE_BASE_PUPPET_VERSION_H

#define PUPPET_VERSION "8.11.0"

#endif

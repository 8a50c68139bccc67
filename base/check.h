/* Assertions of the promises of public headers. assert() is for checks that cost almost nothing, and is on in every
 * build. assert_hot() is for functions that are called for each value, name or allocation: it is on in builds for tests
 * and with sanitizers, but not in releases. */
#ifndef FICELLE_BASE_CHECK_H
#define FICELLE_BASE_CHECK_H

#include <assert.h>

#ifdef FICELLE_RELEASE
#define assert_hot(condition) ((void)sizeof(condition))
#else
#define assert_hot(condition) assert(condition)
#endif

/* Whether AddressSanitizer is on: __SANITIZE_ADDRESS__ is GCC's, __has_feature Clang's. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { ADDRESS_SANITIZER = 1 };
#else
enum { ADDRESS_SANITIZER = 0 };
#endif

#endif

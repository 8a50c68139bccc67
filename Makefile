# ficelle: build settings first, rules below the line. `make help` lists the targets.
BUILD     ?= build
CC        ?= cc
OID_ROOT  ?= 1.3.6.1.4.1.8072.9999.9999.8140
DESTDIR   ?=
PREFIX    ?= /usr
VERSION   := $(shell sed -n '1s/.*(\([^-)]*\).*/\1/p' debian/changelog 2>/dev/null || echo 0)

# Warnings: all of these are clean with gcc 12 and clang 14; CI makes them errors (WERROR=1).
WARN      := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Wformat=2 \
             -Wno-format-nonliteral -Wno-missing-field-initializers
WERROR    ?= 1
OPT       ?= -O2 -g
HARDEN    ?= -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE
HARDEN_LD ?= -pie -Wl,-z,relro,-z,now
SAN       ?=
ifneq ($(SAN),)
OPT       := -O1 -g -fno-omit-frame-pointer
HARDEN    := -fsanitize=address,undefined -fno-sanitize-recover=undefined
HARDEN_LD := -fsanitize=address,undefined
endif
CPPFLAGS_ALL = -I. -I$(BUILD) -D_GNU_SOURCE -DFICELLE_VERSION='"$(VERSION)"' -DFICELLE_OID_ROOT='"$(OID_ROOT)"' $(CPPFLAGS)
CFLAGS_ALL = -std=c11 $(OPT) $(WARN) $(if $(filter 1,$(WERROR)),-Werror) -fvisibility=hidden -MMD -MP $(HARDEN) $(CFLAGS)
LDFLAGS_ALL = $(HARDEN_LD) $(LDFLAGS)

# Third-party libraries, each linked only where used (docs/dependencies.md says why each).
LIBS_compiler   = -lonig -lyaml -ljansson -lm
LIBS_agent      =
LIBS_collectors =
LIBS_subagent   = -lnetsnmpagent -lnetsnmp

# --------------------------------------------------------------------------------------------------------------------

src      = $(sort $(shell find $(1) -name '*.c' 2>/dev/null))
objs     = $(patsubst %.c,$(BUILD)/obj/%.o,$(call src,$(1)))
B        = $(BUILD)

OBJ_base       := $(call objs,base)
OBJ_compiler   := $(call objs,compiler)
OBJ_collectors := $(call objs,collectors)
OBJ_agent      := $(call objs,agent)
OBJ_cli        := $(call objs,cli)
OBJ_subagent   := $(filter-out $(BUILD)/obj/subagent/main.o,$(call objs,subagent))

L_base       = $(B)/libbase.a
L_compiler   = $(B)/libcompiler.a $(L_base)
L_collectors = $(B)/libcollectors.a $(L_base)
L_agent      = $(B)/libagent.a $(L_base)
L_subagent   = $(B)/libsubagent.a $(L_collectors)
L_cli        = $(B)/libcompiler.a $(B)/libagent.a $(B)/libcollectors.a $(L_base)

TESTS_unit   = $(patsubst tests/unit/%.c,$(B)/tests/unit/%,$(shell find tests/unit -name 'test_*.c' 2>/dev/null))
TOOLS        = $(patsubst tests/tools/%.c,$(B)/tests/%,$(wildcard tests/tools/*.c))
FUZZERS      = $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

.PHONY: all clean help tools unit-bins
all: $(B)/ficelle $(B)/ficelle-subagent ## build both programs

$(B)/libbase.a: $(OBJ_base)
$(B)/libcompiler.a: $(OBJ_compiler)
$(B)/libcollectors.a: $(OBJ_collectors)
$(B)/libagent.a: $(OBJ_agent)
$(B)/libsubagent.a: $(OBJ_subagent)
$(B)/%.a:
	@mkdir -p $(@D)
	@rm -f $@
	$(AR) rcs $@ $^

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -c -o $@ $<

$(B)/ficelle: $(OBJ_cli) $(L_cli)
	$(CC) $(LDFLAGS_ALL) -o $@ $(OBJ_cli) $(L_cli) $(LIBS_compiler) $(LIBS_agent)
$(B)/ficelle-subagent: $(B)/obj/subagent/main.o $(L_subagent)
	$(CC) $(LDFLAGS_ALL) -o $@ $< $(L_subagent) $(LIBS_subagent)

# A unit test links the libraries of its part only, so that the linker shows a layering mistake.
part = $(firstword $(subst /, ,$(patsubst $(B)/tests/unit/%,%,$(1))))
.SECONDEXPANSION:
$(B)/tests/unit/%: $(B)/obj/tests/unit/%.o $$(L_$$(call part,$$@))
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) -o $@ $< $(L_$(call part,$@)) $(LIBS_$(call part,$@)) -lonig -lcmocka
# Test tools may use everything but the subagent (which brings Net-SNMP).
$(TOOLS): $(B)/tests/%: $(B)/obj/tests/tools/%.o $(L_cli)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) -o $@ $< $(L_cli) $(LIBS_compiler) $(LIBS_agent) $(LIBS_$*)
tools: $(TOOLS)
unit-bins: $(TESTS_unit)

clean: ## remove the build folder
	rm -rf $(B)
help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)

# ficelle: build settings first, rules below the line. `make help` lists the targets.
BUILD     ?= build
CC        ?= cc
# Root of FICELLE-MIB: netSnmpPlaypen.8140. The one place that says so; another is given as `make OID_ROOT=...`.
OID_DEFAULT := 1.3.6.1.4.1.8072.9999.9999.8140
OID_ROOT  ?= $(OID_DEFAULT)
DESTDIR   ?=
# Private RSA key with which the package for Cacti is signed; without one, a key made for this build.
CACTI_KEY ?=
PREFIX    ?= /usr
VERSION   := $(shell sed -n "1s/.*(\(.*\)).*/\1/p" debian/changelog 2>/dev/null)

# Warnings: all of these are clean with gcc 12 and clang 14; CI makes them errors (WERROR=1).
WARN      := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Wformat=2 \
             -Wno-format-nonliteral -Wno-missing-field-initializers
WERROR    ?= 1
OPT       ?= -O2 -g
HARDEN    ?= -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE
HARDEN_LD ?= -pie -Wl,-z,relro,-z,now -Wl,--as-needed $(RELR)
# Relative relocations as a bitmap: `ficelle` has 15,595 of them, 370 KiB that each process would read when it starts.
# glibc knows the form since 2.36, binutils since 2.38.
RELR      := $(shell printf '\043include <features.h>\n\043if !__GLIBC_PREREQ(2, 36)\n\043error\n\043endif\nint main(void) { return 0; }\n' | \
               $(CC) -x c - -o /dev/null -Wl,-z,pack-relative-relocs,--fatal-warnings 2>/dev/null && echo -Wl,-z,pack-relative-relocs)
SAN       ?=
ifneq ($(SAN),)
OPT       := -O1 -g -fno-omit-frame-pointer
HARDEN    := -fsanitize=address,undefined -fno-sanitize-recover=undefined
HARDEN_LD := -fsanitize=address,undefined
endif
# RELEASE=1 (gcc): optimized as a whole, as packages are and as benchmarks measure. A tenth faster, and slow to link. With the
# counts, -O3 takes more instructions than -O2 for a catalog, and 440 KiB more of code.
RELEASE   ?=
ifneq ($(RELEASE),)
OPT       := -O2 -g -flto=auto
AR        := gcc-ar
WERROR    := 0
CPPFLAGS  += -DFICELLE_RELEASE
HARDEN_LD += -flto=auto
endif
# PROFILE=generate (gcc): programs that count what they execute. PROFILE=use: programs optimized with these counts, where there are
# any beside the object files. `make profile` makes them.
PROFILE   ?=
PROFILE_generate = -fprofile-generate -fprofile-update=prefer-atomic
# Only where there are counts: elsewhere the options it implies unroll all loops.
PROFILE_FLAGS    = $(if $(filter use,$(PROFILE)),$(if $(wildcard $(@:.o=.gcda)),$(PROFILE_use)),$(PROFILE_$(PROFILE)))
PROFILE_use      = -fprofile-use -fprofile-partial-training -Wno-missing-profile -Wno-coverage-mismatch
CPPFLAGS_ALL = -I. -I$(BUILD) -D_GNU_SOURCE -DFICELLE_VERSION='"$(VERSION)"' -DFICELLE_OID_ROOT='"$(OID_ROOT)"' -DFICELLE_LIBDIR='"$(LIBDIR)"' -DFICELLE_RUBYLIB='"$(PREFIX)/share/ficelle/ruby"' $(CPPFLAGS)
CFLAGS_ALL = -std=c11 $(OPT) $(PROFILE_FLAGS) $(WARN) $(if $(filter 1,$(WERROR)),-Werror) -fvisibility=hidden -MMD -MP $(HARDEN) $(CFLAGS)
LDFLAGS_ALL = $(HARDEN_LD) $(PROFILE_$(PROFILE)) $(LDFLAGS)

# The plug-in's: headers of Ruby are not ours to keep free of warnings.
RUBY_PC   ?= $(firstword $(shell pkg-config --list-package-names 2>/dev/null | grep '^ruby-[0-9]' | sort -rV) ruby)
CFLAGS_ruby = $(patsubst -I%,-isystem %,$(shell pkg-config --cflags $(RUBY_PC)))
LIBDIR    ?= $(PREFIX)/lib

# Third-party libraries, each linked only where used (docs/dependencies.md says why each).
LIBS_compiler   = -lyaml -ljansson
LIBS_indirector = $(LIBS_compiler)
LIBS_cli        = $(LIBS_indirector)
LIBS_agent      = -ljansson -lyaml
# Client libraries of foreign sources are loaded when a source needs them; what parses their answers is linked.
LIBS_sources    = -lhiredis -lyaml -ljansson
LIBS_collector  = $(LIBS_sources)
LIBS_collectors/sources = $(LIBS_sources)
LIBS_collectors/daemon = $(LIBS_sources)
LIBS_subagent   = -lnetsnmpagent -lnetsnmp
LIBS_pki        = -lcrypto $(LIBS_compiler)
LIBS_server     = -levent -levent_openssl -lssl -lcrypto -ldeflate $(LIBS_indirector)
LIBS_fleet      = -lssl -lcrypto -lcurl $(LIBS_agent)
LIBS_load       = -levent -levent_openssl -lssl -lcrypto -lz $(LIBS_indirector)
LIBS_ruby       = $(shell pkg-config --libs $(RUBY_PC))
SITEDIR_ruby    = $(shell pkg-config --variable=sitelibdir $(RUBY_PC))
# Test tools and fuzzers that need Net-SNMP, or all kinds of sources.
LIBS_agentx-probe = $(LIBS_subagent)
LIBS_notify-send  = $(LIBS_subagent)
LIBS_fuzz_handler = $(LIBS_subagent)
LIBS_source-poll  = $(LIBS_sources)
LIBS_https-hammer = -lssl -lcrypto
LIBS_https-sink = -lssl -lcrypto

# --------------------------------------------------------------------------------------------------------------------

src      = $(sort $(shell find $(1) -name '*.c' 2>/dev/null))
objs     = $(patsubst %.c,$(BUILD)/obj/%.o,$(call src,$(1)))
B        = $(BUILD)

# The folders that scripts/layers lists, the highest first: each is a library, of all its code but main.c and that of folders below
# it that are listed, too. `ruby` and `managers` are programs.
LISTED      := $(filter-out ruby managers,$(shell sed -n 's!^\([a-z/]*\):.*!\1!p' scripts/layers | tac))
folder_objs  = $(filter-out %/main.o $(patsubst %,$(BUILD)/obj/%/%.o,$(filter $(1)/%,$(LISTED))),$(call objs,$(1)))
FOLDERS     := $(foreach f,$(LISTED),$(if $(call folder_objs,$(f)),$(f)))
folder_lib   = $(foreach f,$(1),$(B)/$(if $(filter-out ./,$(dir $(f))),$(dir $(f)))lib$(notdir $(f)).a)
# The libraries of a part; of a folder and those of its part below it.
part_of      = $(firstword $(subst /, ,$(1)))
part_folders = $(filter $(1) $(1)/%,$(FOLDERS))
part_libs    = $(call folder_lib,$(part_folders))
below        = $(call folder_lib,$(call from,$(1),$(call part_folders,$(call part_of,$(1)))))
from         = $(if $(2),$(if $(filter $(1),$(firstword $(2))),$(2),$(call from,$(1),$(wordlist 2,99,$(2)))))

# What a part is linked to beside its own folders.
U_base       =
U_compiler   = $(L_base)
U_collectors = $(L_base)
U_agent      = $(L_compiler)
U_indirector = $(L_compiler)
U_subagent   = $(L_sources)
# Of the subagent only the alarms: anything else would need libraries that are not linked.
U_monitor    = $(call below,subagent/alarm) $(L_collectors)
U_cli        = $(call part_libs,indirector) $(call part_libs,agent) $(call part_libs,compiler) $(call part_libs,monitor) \
               $(call below,subagent/alarm) $(L_sources)
# Of the compiler what reads YAML.
U_pki        = $(call below,compiler/values) $(L_base)
# The command's own code, for the programs that share its options and its way to compile.
U_server     = $(call part_libs,pki) $(L_cli)
U_fleet      = $(call part_libs,pki) $(L_cli)
U_load       = $(call part_libs,pki) $(L_cli)

PARTS        = base compiler agent indirector subagent monitor cli pki server fleet load
$(foreach p,$(PARTS),$(eval L_$(p) = $$(call part_libs,$(p)) $$(U_$(p))))
L_collectors = $(call below,collectors) $(L_base)
L_sources    = $(call below,collectors/sources) $(L_base)
L_collector  = $(call below,collectors/daemon) $(L_base)

TESTS_unit   = $(patsubst tests/unit/%.c,$(B)/tests/unit/%,$(shell find tests/unit -name 'test_*.c' 2>/dev/null))
TOOLS        = $(patsubst tests/tools/%.c,$(B)/tests/%,$(wildcard tests/tools/*.c))
FUZZERS      = $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

.PHONY: all clean help tools unit-bins
PROGRAMS_server = $(if $(wildcard server/main.c),$(B)/ficelle-server $(B)/ficelle-ca)
PROGRAMS_fleet  = $(if $(wildcard fleet/main.c),$(B)/ficelle-agent $(B)/ficelle-ssl)
PROGRAMS_load   = $(if $(wildcard load/main.c),$(B)/ficelle-load)
all: $(B)/ficelle $(PROGRAMS_server) $(PROGRAMS_fleet) $(PROGRAMS_load) $(B)/ficelle-subagent $(B)/ficelle-collector $(B)/check_ficelle $(B)/ficelle-ruby.so $(B)/managers/.made ## build the programs and the plug-in for Ruby

$(foreach f,$(FOLDERS),$(eval $(call folder_lib,$(f)): $(call folder_objs,$(f))))
$(B)/%.a:
	@mkdir -p $(@D)
	@rm -f $@
	$(AR) rcs $@ $^

# The front end is small and hot: five per cent more manifests a second.
$(call objs,base compiler/syntax): OPT := $(subst -O2,-O3,$(OPT))
$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -c -o $@ $<

$(B)/ficelle: $(B)/obj/cli/main.o $(L_cli)
	$(CC) $(LDFLAGS_ALL) -o $@ $< $(L_cli) $(LIBS_cli)
# Programs of their own, so that `ficelle` is not linked to OpenSSL and libevent: `ficelle NAME` runs `ficelle-NAME`.
$(B)/ficelle-server $(B)/ficelle-agent $(B)/ficelle-load: $(B)/ficelle-%:
	$(CC) $(LDFLAGS_ALL) -o $@ $^ $(LIBS_$(if $(filter agent,$*),fleet,$*)) $(LIBS_indirector) $(LIBS_agent)
$(B)/ficelle-server: $(B)/obj/server/main.o $(L_server)
$(B)/ficelle-agent: $(B)/obj/fleet/main.o $(L_fleet)
$(B)/ficelle-load: $(B)/obj/load/main.o $(L_load)
# Other names of them: the program looks at the name it was started with.
$(B)/ficelle-ca: $(B)/ficelle-server
$(B)/ficelle-ssl: $(B)/ficelle-agent
$(B)/ficelle-ca $(B)/ficelle-ssl:
	ln -sfn $(<F) $@
$(B)/ficelle-subagent: $(B)/obj/subagent/main.o $(L_subagent)
	$(CC) $(LDFLAGS_ALL) -o $@ $< $(L_subagent) $(LIBS_subagent)
$(B)/ficelle-collector: $(B)/obj/collectors/daemon/main.o $(L_collector)
	$(CC) $(LDFLAGS_ALL) -o $@ $< $(L_collector) $(LIBS_collector)
$(B)/check_ficelle: $(B)/obj/monitor/check/main.o $(L_monitor)
	$(CC) $(LDFLAGS_ALL) -o $@ $< $(L_monitor) $(LIBS_monitor)

# What managers load: made from the lists, for the root of this build.
$(B)/ficelle-generate: $(call objs,managers) $(call below,subagent/alarm) $(L_sources)
	$(CC) $(LDFLAGS_ALL) -o $@ $^
$(B)/managers/.made: $(B)/ficelle-generate $(B)/oid-root opennms/opennms-install managers/cacti-package
	rm -rf $(@D)
	$< $(@D) $(OID_ROOT)
	cp opennms/opennms-install $(@D)/opennms
	for name in ficelle redis mysql; do managers/cacti-package $(@D)/cacti $$name '$(VERSION)' $(CACTI_KEY) || exit 1; done
	touch $@
# Changes when the root does.
$(B)/oid-root: FORCE
	@mkdir -p $(@D)
	@echo '$(OID_ROOT)' | cmp -s - $@ || echo '$(OID_ROOT)' >$@

# The plug-in: loaded with dlopen, so nothing links to it. Its library in Ruby is found beside it.
OBJ_ruby := $(patsubst %.c,$(B)/obj/%.o,$(call src,ruby))
$(OBJ_ruby): CFLAGS_ALL += $(CFLAGS_ruby) -fPIC -DFICELLE_RUBY_SITEDIR='"$(SITEDIR_ruby)"'
$(B)/ficelle-ruby.identity:
	@mkdir -p $(@D)
	for name in archlibdir RUBY_SO_NAME arch sitelibdir; do pkg-config --variable=$$name $(RUBY_PC) || exit 1; done >$@
$(B)/ficelle-ruby.so: $(OBJ_ruby) $(B)/ficelle-ruby.identity
	$(CC) $(filter-out -pie,$(LDFLAGS_ALL)) -shared -o $@ $(OBJ_ruby) $(LIBS_ruby)
	ln -sfn $(abspath ruby/lib) $(B)/ruby-lib

# A unit test links the libraries of its part only, or of its folder and those below, so that the linker shows a layering
# mistake.
test_dir  = $(patsubst %/,%,$(dir $(patsubst $(B)/tests/unit/%,%,$(1))))
libs_of   = $(or $(LIBS_$(1)),$(LIBS_$(call part_of,$(1))))
unit_libs = $(if $(filter $(test_dir),$(FOLDERS)),$(call below,$(test_dir)) $(U_$(call part_of,$(test_dir))),$(L_$(call part_of,$(test_dir))))
.SECONDEXPANSION:
$(B)/tests/unit/%: $(B)/obj/tests/unit/%.o $$(call unit_libs,$$@)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) -o $@ $< $(call unit_libs,$@) $(call libs_of,$(call test_dir,$@)) -lcmocka
# Each folder of a part that has several, with all of its code: the linker refuses a call upwards, whoever else is in a program.
LAYERS = $(foreach f,$(FOLDERS),$(if $(word 2,$(call part_folders,$(call part_of,$(f)))),$(B)/layers/$(f).linked))
$(LAYERS): $(B)/layers/%.linked: $$(call below,$$*) $$(U_$$(call part_of,$$*))
	@mkdir -p $(@D)
	echo 'int main(void) { return 0; }' | $(CC) $(LDFLAGS_ALL) -o $@ -x c - -x none -Wl,--whole-archive $< \
	  -Wl,--no-whole-archive $(wordlist 2,199,$^) $(call libs_of,$*)
# A test tool links what it needs: most need no compiler.
TOOLS_subagent   = https-sink stats-fill sources-fill source-poll stats-bench stats-hammer agentx-probe notify-send peak
tool_libs        = $(if $(filter $(1),$(TOOLS_subagent)),$(L_subagent),$(L_cli))
$(TOOLS): $(B)/tests/%: $(B)/obj/tests/tools/%.o $$(call tool_libs,$$*)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) -o $@ $< $(call tool_libs,$*) $(LIBS_indirector) $(LIBS_agent) $(LIBS_$*)
# Its own allocations are counted and refused.
$(B)/tests/fail-alloc: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
tools: $(TOOLS)
unit-bins: $(TESTS_unit) $(LAYERS)


# --- packages, tests, checks ---
# As many jobs as processors, unless the user said how many.
J = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))
.PHONY: deps demo test test-managers test-lang check-asan conformance fresh-check bench bench-compile bench-stacks bench-soak lint \
        format format-check install fuzz fuzz-replay record-lang deb
deps: ## install the Debian packages needed (debian/control is the list)
	@scripts/install-deps

demo: deps ## compile the example site, publish its statistics, walk them, draw a graph
	@$(MAKE) --no-print-directory $(J) all
	BUILD=$(B) scripts/demo

test: deps ## all tests that need no Puppet
	@$(MAKE) --no-print-directory $(J) all tools unit-bins fuzz-replay-bins
	scripts/run-tests $(B)

test-lang: all tools ## only the manifests with recorded answers
	BUILD=$(B) tests/lang/run

check-asan: deps ## the same tests built with AddressSanitizer and UndefinedBehaviorSanitizer
	@$(MAKE) --no-print-directory $(J) BUILD=$(BUILD)/asan SAN=1 all tools unit-bins fuzz-replay-bins
	scripts/run-tests $(BUILD)/asan

conformance: deps ## live comparison with the real Puppet, and the long tests
	@$(MAKE) --no-print-directory $(J) all tools
	BUILD=$(B) tests/conformance/run

test-managers: ## what is made for managers, in the real ones (also a part of conformance)
	@scripts/install-deps --managers
	@$(MAKE) --no-print-directory $(J) all tools
	for t in prometheus checks zabbix cacti; do BUILD=$(B) tests/managers/$$t.sh || exit 1; done

fresh-check: ## the README's two commands in a minimal Debian 12
	scripts/fresh-check

record-lang: all tools ## record the expectations of tests/lang from the real Puppet again
	tests/lang/record

# The counts are made once; `rm -r $(B)/profile` makes them anew. What changed since is compiled as without.
.PHONY: profile
profile: $(B)/profile/trained
$(B)/profile/trained:
	@$(MAKE) --no-print-directory $(J) BUILD=$(@D) PROFILE=generate $(@D)/ficelle-ruby.so $(@D)/tests/compile-bench $(@D)/tests/compile-batch
	scripts/profile-train $(@D)
	mkdir -p $(B)
	cd $(@D) && find obj -name '*.gcda' -exec cp --parents {} .. \;
	touch $@

SITE ?= examples/site
R     = $(B)/release
.PHONY: release
release: ## what benchmarks measure, built as packages are
	@$(MAKE) --no-print-directory $(J) BUILD=$(R) RELEASE=1 profile
	@$(MAKE) --no-print-directory $(J) BUILD=$(R) RELEASE=1 PROFILE=use $(R)/ficelle $(R)/ficelle-ruby.so $(R)/tests/compile-bench \
	  $(R)/tests/peak $(R)/tests/ast-batch
bench: release ## speed against the real Puppet: parsing and compiling
	BUILD=$(R) tests/bench/run
bench-stacks: release ## puppetserver and ficelle server under the same load, in turn
	@$(MAKE) --no-print-directory $(J) BUILD=$(R) RELEASE=1 PROFILE=use $(R)/ficelle-server $(R)/ficelle-load
	BUILD=$(R) tests/bench/stacks
bench-soak: release ## ficelle server under whole agent runs for ten minutes: nothing fails, nothing grows
	@$(MAKE) --no-print-directory $(J) BUILD=$(R) RELEASE=1 PROFILE=use $(R)/ficelle-server $(R)/ficelle-load $(R)/tests/https-hammer
	BUILD=$(R) tests/bench/soak
bench-compile: release ## compile SITE=DIR with the real Puppet and with ficelle, in turn
	BUILD=$(R) tests/bench/compile "$(SITE)"

# Fuzzers need clang; their corpora are replayed by `make test` with a plain main().
FUZZ_CC ?= clang
FUZZ_LIBS = $(patsubst $(B)/%,$(B)/fuzz/lib/%,$(foreach p,server fleet load pki cli monitor subagent indirector agent compiler,\
              $(call part_libs,$(p))) $(L_sources))
FUZZ_SECONDS ?= 60
# What they are made of only the make below knows.
.PHONY: FORCE
$(B)/fuzz/lib/%.a: FORCE
	@$(MAKE) --no-print-directory BUILD=$(B)/fuzz/lib CC="$(FUZZ_CC)" HARDEN="-fsanitize=fuzzer-no-link,address,undefined" \
	  HARDEN_LD="-fsanitize=address,undefined" OPT="-O1 -g" $@
$(FUZZERS): $(B)/fuzz/%: tests/fuzz/%.c $(FUZZ_LIBS)
	$(FUZZ_CC) $(CPPFLAGS_ALL) -std=c11 -g -O1 -fsanitize=fuzzer,address,undefined -o $@ $< $(FUZZ_LIBS) $(LIBS_$(call fuzz_part,$*)) $(LIBS_indirector) $(LIBS_$*)
fuzz: $(FUZZERS) ## run each fuzzer for FUZZ_SECONDS
	for f in $(FUZZERS); do n=$$(basename $$f); mkdir -p $(B)/fuzz/new/$$n; \
	  $$f -max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=4096 $(B)/fuzz/new/$$n tests/fuzz/corpus/$${n#fuzz_} || exit 1; done
REPLAYS = $(patsubst tests/fuzz/%.c,$(B)/replay/%,$(wildcard tests/fuzz/fuzz_*.c))
# Fuzzers of what arrives over the network and of certificates link the libraries of those parts, too.
fuzz_part = $(strip $(foreach p,server fleet load pki,$(if $(filter fuzz_$(p)_%,$(1)),$(p))))
$(REPLAYS): $(B)/replay/%: $(B)/obj/tests/fuzz/%.o $(B)/obj/tests/fuzz/replay.o $$(L_$$(call fuzz_part,$$*)) $(call part_libs,subagent) $(L_cli)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(L_$(call fuzz_part,$*)) $(call part_libs,subagent) $(L_cli) $(LIBS_$(call fuzz_part,$*)) $(LIBS_indirector) $(LIBS_$*)
.PHONY: fuzz-replay-bins
fuzz-replay-bins: $(REPLAYS)

# cppcheck 2.10 does not see that functions declared _Noreturn do not return (redundant null checks), nor through values
# returned by structure (dangling), out-parameters filled by a callee (uninitvar) and counts bounded before (shift).
CPPCHECK_OFF = missingInclude unknownMacro nullPointerRedundantCheck nullPointerArithmeticRedundantCheck \
               returnDanglingLifetime uninitvar shiftTooManyBitsSigned
SOURCES_C = $(shell git ls-files '*.c' '*.h')
# Other versions of clang-format break lines differently.
format-check: ## fails when `make format` would change a C source
	@if clang-format --version | grep -q 'version 14\.'; then clang-format --dry-run -Werror $(SOURCES_C); \
	else echo 'skipped: the format is that of clang-format 14'; fi
lint: format-check ## static checks: the format, cppcheck, and both compilers with warnings as errors
	@$(MAKE) --no-print-directory $(J) BUILD=$(BUILD)/clang CC=clang all tools unit-bins
	cppcheck --quiet --error-exitcode=1 --enable=warning,portability --inline-suppr $(CPPCHECK_OFF:%=--suppress=%) \
	  -D_GNU_SOURCE -I. base compiler indirector collectors agent cli subagent managers monitor
format: ## reformat the C sources
	@clang-format -i $(SOURCES_C)

# --- installing ---
# Commands that take the place of older agents: ficelle-collector by another name.
DROPINS = redis-snmp mysql-snmp
MANDIR = $(PREFIX)/share/man
$(B)/man/ficelle-stats.1: $(B)/ficelle $(B)/ficelle-collector scripts/man-pages scripts/Help.pm subagent/subagent.conf opennms/opennms-install # and those of all other subcommands
	@mkdir -p $(@D)
	scripts/man-pages $(B)/ficelle subagent/subagent.conf opennms/opennms-install $(B)/ficelle-collector $(@D)
$(B)/completion/ficelle: $(B)/ficelle $(B)/ficelle-agent $(B)/ficelle-server $(B)/ficelle-load scripts/bash-completion scripts/Help.pm
	@mkdir -p $(@D)
	scripts/bash-completion $(B)/ficelle >$@.new && mv $@.new $@
install: all $(B)/man/ficelle-stats.1 $(B)/completion/ficelle ## install into DESTDIR
	install -D -m 644 $(B)/completion/ficelle $(DESTDIR)$(PREFIX)/share/bash-completion/completions/ficelle
	install -D -m 755 $(B)/ficelle $(DESTDIR)$(PREFIX)/bin/ficelle
	install -D -m 644 $(B)/ficelle-ruby.so $(DESTDIR)$(LIBDIR)/ficelle/ficelle-ruby.so
	install -D -m 644 $(B)/ficelle-ruby.identity $(DESTDIR)$(LIBDIR)/ficelle/ficelle-ruby.identity
	cd ruby/lib && find . -name '*.rb' -exec install -D -m 644 {} $(DESTDIR)$(PREFIX)/share/ficelle/ruby/{} \;
	install -D -m 755 $(B)/ficelle-agent $(DESTDIR)$(PREFIX)/bin/ficelle-agent
	ln -sfn ficelle-agent $(DESTDIR)$(PREFIX)/bin/ficelle-ssl
	for f in fleet/*.service fleet/*.timer; do install -D -m 644 $$f $(DESTDIR)$(PREFIX)/lib/systemd/system/$${f##*/}; done
	install -D -m 755 $(B)/ficelle-server $(DESTDIR)$(PREFIX)/bin/ficelle-server
	ln -sfn ficelle-server $(DESTDIR)$(PREFIX)/bin/ficelle-ca
	install -D -m 755 $(B)/ficelle-load $(DESTDIR)$(PREFIX)/bin/ficelle-load
	install -D -m 644 server/ficelle-server.service $(DESTDIR)$(PREFIX)/lib/systemd/system/ficelle-server.service
	install -D -m 755 $(B)/ficelle-subagent $(DESTDIR)$(PREFIX)/sbin/ficelle-subagent
	install -D -m 755 $(B)/check_ficelle $(DESTDIR)$(PREFIX)/lib/nagios/plugins/check_ficelle
	install -D -m 755 subagent/ficelle-snmp-setup $(DESTDIR)$(PREFIX)/sbin/ficelle-snmp-setup
	for f in FICELLE REDIS-SERVER MYSQL-SERVER; do install -D -m 644 $(B)/managers/$$f-MIB $(DESTDIR)$(PREFIX)/share/snmp/mibs/$$f-MIB.txt; done
	for f in mibs/imports/*; do install -D -m 644 $$f $(DESTDIR)$(PREFIX)/share/snmp/mibs/ficelle-$${f##*/}.txt; done
	install -D -m 644 subagent/subagent.conf $(DESTDIR)/etc/ficelle/subagent.conf
	install -D -m 644 subagent/alarms.conf $(DESTDIR)/etc/ficelle/alarms.conf
	install -D -m 644 subagent/snmpd-agentx.conf $(DESTDIR)$(PREFIX)/share/doc/ficelle-snmp/examples/snmpd-agentx.conf
	install -D -m 644 subagent/ficelle-subagent.service $(DESTDIR)$(PREFIX)/lib/systemd/system/ficelle-subagent.service
	install -D -m 755 $(B)/ficelle-collector $(DESTDIR)$(PREFIX)/sbin/ficelle-collector
	install -D -m 640 collectors/daemon/collector.conf $(DESTDIR)/etc/ficelle/collector.conf
	install -D -m 644 collectors/daemon/ficelle-collector.service $(DESTDIR)$(PREFIX)/lib/systemd/system/ficelle-collector.service
	for name in $(DROPINS); do scripts/install-dropin $$name '$(DESTDIR)' '$(PREFIX)' || exit 1; done
	for f in docs/man/*.[1-8] $(B)/man/*.[1-8]; do install -D -m 644 $$f $(DESTDIR)$(MANDIR)/man$${f##*.}/$${f##*/}; done
	for f in $(B)/managers/objects*.md; do install -D -m 644 $$f $(DESTDIR)$(PREFIX)/share/doc/ficelle-snmp/$${f##*/}; done
	cd $(B)/managers && find opennms cacti prometheus grafana zabbix nagios icinga librenms -type f ! -perm -1 -exec install -D -m 644 {} $(DESTDIR)$(PREFIX)/share/ficelle/{} \;
	install -D -m 755 $(B)/managers/opennms/opennms-install $(DESTDIR)$(PREFIX)/share/ficelle/opennms/opennms-install
	ln -sf ../share/ficelle/opennms/opennms-install $(DESTDIR)$(PREFIX)/sbin/ficelle-opennms-install
ifneq ($(OID_ROOT),$(OID_DEFAULT))
	@# Texts in which the root stands: samples and manual pages.
	grep -rlF $(OID_DEFAULT) $(DESTDIR)/etc/ficelle/subagent.conf $(DESTDIR)$(MANDIR)/man8/ficelle-s*.8 $(DESTDIR)$(MANDIR)/man5/subagent.conf.5 \
	  $(DESTDIR)$(PREFIX)/sbin/ficelle-snmp-setup $(DESTDIR)$(PREFIX)/share/doc/ficelle-snmp/examples/snmpd-agentx.conf | \
	  xargs -r sed -i 's/$(subst .,\.,$(OID_DEFAULT))/$(OID_ROOT)/g'
endif
deb: ## build the Debian packages
	dpkg-buildpackage -b -us -uc

clean: ## remove the build folder
	rm -rf $(B)
help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)

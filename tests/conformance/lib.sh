# Shared by the scripts here; sourced with $here set to this folder. Exit status 77 means skipped.
root=$(cd "$here/../.." && pwd)
build=${BUILD:-build}
case $build in /*) ;; *) build=$root/$build ;; esac
shared=${FICELLE_SHARED:-$root/../shared}
export FICELLE_RUBY="${FICELLE_RUBY:-$build/ficelle-ruby.so}" # the tools lie in another folder than the plug-in
modules=/usr/share/puppet/modules
ruby=/usr/bin/ruby
[ -x "$ruby" ] || ruby=ruby
name=${0##*/}

say() { echo "$name: $*"; }
skip() {
  say "skipped: $*"
  exit 77
}

# The real Puppet; installed where that is allowed.
need_puppet() {
  command -v puppet >/dev/null 2>&1 && return
  [ "$(id -u)" = 0 ] || skip "the real Puppet is not installed (apt-get install puppet-agent)"
  say "installing puppet-agent"
  { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -qy install puppet-agent; } >"$work/apt.log" 2>&1 ||
    { tail -n 5 "$work/apt.log"; skip "puppet-agent cannot be installed"; }
}

need_modules() {
  [ -d "$modules/stdlib" ] && [ -d "$modules/nova" ] && return
  [ "$(id -u)" = 0 ] || skip "Debian's modules are not installed (apt-get install 'puppet-module-.*')"
  say "installing Debian's modules"
  { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -qy install 'puppet-module-.*'; } >"$work/apt.log" 2>&1 ||
    { tail -n 5 "$work/apt.log"; skip "the modules cannot be installed"; }
}

need_tool() {
  [ -x "$build/$1" ] || skip "$build/$1 is not built"
}

work=$(mktemp -d "${TMPDIR:-/tmp}/ficelle-conformance.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

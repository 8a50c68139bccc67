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

# Installs PACKAGE..., where that is allowed, unless TEST says that they are there. Parts run side by side: one installs, the
# others wait.
need_packages() { # need_packages TEST PACKAGE...
  exec 9>"${TMPDIR:-/tmp}/ficelle-conformance.lock"
  flock 9
  if ! eval "$1"; then
    shift
    [ "$(id -u)" = 0 ] || skip "not installed (apt-get install $*)"
    say "installing $*"
    { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -qy install "$@"; } >"$work/apt.log" 2>&1 ||
      { tail -n 5 "$work/apt.log"; skip "cannot be installed: $*"; }
  fi
  exec 9>&-
}

need_puppet() {
  need_packages 'command -v puppet >/dev/null' puppet-agent
}

need_modules() {
  need_packages '[ -d "$modules/stdlib" ] && [ -d "$modules/nova" ]' 'puppet-module-.*'
}

need_tool() {
  [ -x "$build/$1" ] || skip "$build/$1 is not built"
}

work=$(mktemp -d "${TMPDIR:-/tmp}/ficelle-conformance.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# The project's packages in a minimal Debian 12 with a real systemd, in a container of systemd-nspawn without a network but its own loopback.
# Sourced by scripts of this folder:
#   build_packages                  as .deb files below $work
#   make_root PACKAGE…              $root, a Debian with these and systemd; /packages in it is for packages. BASE=DIR: a copy of one that
#                                   a run with KEEP=1 has left
#   boot, halt                      starts and ends the container
#   inside COMMAND…                 runs in it; chroot "$root" before it is started has a network
#   check, checks_done              of tests/lib/checks.sh
# Needs root, debootstrap and systemd-container, which are installed where apt-get can; else the script is skipped.
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
name=${0##*/}
skip() { echo "$name: skipped: $*"; exit 77; }
[ "$(id -u)" = 0 ] || skip "needs root for debootstrap and systemd-nspawn"
if ! (for p in debootstrap systemd-nspawn dh; do command -v $p || exit 1; done) >/dev/null; then
  apt-get update -qq && apt-get install -y -qq --no-install-recommends debootstrap systemd-container debhelper >/dev/null ||
    skip "debootstrap, systemd-container and debhelper cannot be installed"
fi
work=$(mktemp -d "/var/tmp/ficelle-$name.XXXXXX") root=$work/root nspawn='' leader=''
halt() {
  [ -n "$nspawn" ] || return 0
  timeout 20 nsenter -t "$leader" -a -- systemctl poweroff >/dev/null 2>&1
  for _ in $(seq 40); do kill -0 "$nspawn" 2>/dev/null || break; sleep 0.25; done
  kill "$nspawn" 2>/dev/null
  wait "$nspawn" 2>/dev/null
  nspawn=''
}
finish() { halt; [ -n "${KEEP:-}" ] || rm -rf --one-file-system "$work"; }
trap finish EXIT
trap 'exit 130' INT TERM

. tests/lib/checks.sh
check_output=$work/check
inside() { nsenter -t "$leader" -a -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }

# Unoptimized, since what they contain is tested here. PACKAGES=DIR has some that are built.
build_packages() {
  if [ -n "${PACKAGES:-}" ]; then cp "$PACKAGES"/*.deb "$work/"; return; fi
  (git clone -q . "$work/source" && cd "$work/source" && sed -i "s/ optimize=+lto//; s/ -O3//" debian/rules && DEB_BUILD_OPTIONS="noopt nocheck parallel=2" dpkg-buildpackage -b -us -uc -d) \
    >"$work/build.log" 2>&1 || { tail -n 20 "$work/build.log"; echo "$name: the packages cannot be built"; exit 1; }
}

make_root() {
  local mirror f
  if [ -n "${BASE:-}" ]; then cp -a "$BASE" "$root"; return; fi
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
    sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) bookworm .*/\2/p' | grep -E '/debian/?$' | head -n 1)
  debootstrap --variant=minbase --include="$(IFS=,; echo "systemd,dbus${*:+,$*}")" bookworm "$root" "${mirror:-http://deb.debian.org/debian}" \
    >"$work/debootstrap.log" 2>&1 || { tail -n 5 "$work/debootstrap.log"; skip "debootstrap failed"; }
  for f in /etc/apt/sources.list /etc/apt/sources.list.d/debian*.sources /etc/apt/sources.list.d/debian*.list; do
    [ -e "$f" ] && cp "$f" "$root/etc/apt/${f#/etc/apt/}"
  done
  for f in /etc/apt/apt.conf.d/*proxy* /etc/apt/apt.conf.d/99*; do [ -e "$f" ] && cp "$f" "$root/etc/apt/apt.conf.d/"; done
  cp /etc/resolv.conf "$root/etc/"
  mkdir "$root/packages"
}

boot() {
  mkdir -p /run/systemd/nspawn
  mountpoint -q /run/systemd/nspawn || mount -t tmpfs tmpfs /run/systemd/nspawn
  systemd-nspawn -q -b -D "$root" --register=no --keep-unit --private-network --console=passive >"$work/console" 2>&1 &
  nspawn=$!
  for _ in $(seq 120); do
    leader=$(pgrep -P "$nspawn" | head -n 1)
    case $([ -n "$leader" ] && inside systemctl is-system-running 2>/dev/null) in running | degraded) return 0 ;; esac
    kill -0 "$nspawn" 2>/dev/null || return 1
    sleep 0.5
  done
  return 1
}
first_boot() { boot || { tail -n 5 "$work/console"; skip "systemd-nspawn cannot boot here"; }; }

# The exposure level that systemd-analyze gives a unit.
score() { inside systemd-analyze security "$1" --no-pager | sed -n 's/.*exposure level for [^:]*: \([0-9.]*\) .*/\1/p'; }
secure() { check "systemd-analyze security of $1 is at most $2 ($(score "$1"))" awk "BEGIN { exit !($(score "$1") > 0 && $(score "$1") <= $2) }"; }

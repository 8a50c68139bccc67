# What a subcommand prints and how it ends, without what names the program. Sourced with $root (the project) and $work set.
mkdir -p "$work/conf" "$work/code/environments/production" "$work/code/environments/other"
answer_of() { # answer_of PROGRAM "ARGUMENTS"
  program=$1
  # shellcheck disable=SC2086
  set -- $2
  settings="--confdir $work/conf --vardir $work/var --codedir $work/code --basemodulepath $root/tests/faces/modules --certname n1 --color false"
  first=$1
  shift
  # Behind the subcommand, where no option of it takes them for its value.
  # shellcheck disable=SC2086
  case $first in
  help) set -- "$first" "$@" $settings ;;
  *) set -- "$first" $settings "$@" ;;
  esac
  (cd "$work" && timeout 60 "$program" "$@" < /dev/null > "$work/out" 2> "$work/err")
  echo "status $?"
  cat "$work/out"
  echo '--- err'
  # Faces that are deprecated tell a place in Puppet's own code; Facter complains where it may not read.
  grep -v 'Facter:\|^   (location: \|^ *\^*$' "$work/err" | sed "s|$root|ROOT|g; s|$work|WORK|g"
}

# `ficelle apply` with types in Ruby whose providers try to end or fork the process, or return invalid values: the
# resource fails with a message, the next one is applied, and the exit status reports the failure.
if [ -e "$(dirname "$FICELLE_REAL")/ficelle-ruby.so" ]; then
  hostile() { # hostile NAME MESSAGE
    name="a provider that $1"
    run "$name" 4 apply --no-custom_facts --detailed-exitcodes --confdir "$PWD/conf" --vardir "$PWD/var" --publicdir "$PWD/public" \
      --statsfile "$PWD/stats" --modulepath "$top/tests/agent/ruby-modules" \
      -e "hostile { '$1': value => 'new' } notify { 'after': noop => true }"
    err "~Hostile[$1]: Could not evaluate: $2"
    case $(cat out) in *Notify\[after\]*) ok ;; *) bad 'the run did not continue' ;; esac
  }
  hostile throws 'uncaught throw :ball'
  hostile exits 'exit'
  hostile aborts 'exit'
  hostile forks 'fork() would duplicate the compiler'
  hostile deep 'stack level too deep'
  hostile loads 'cannot load such file -- no/such/library'
  hostile self 'stack level too deep'
fi

# A run that is killed does not interrupt the command of a provider, such as dpkg: what it prints does not go to a pipe that breaks.
cat > gem <<'END'
#!/bin/sh
case "$*" in *install*) ;; *) exit 0 ;; esac
touch began
i=0
while [ ! -e killed ] && [ $((i += 1)) -lt 600 ]; do sleep 0.05; done
echo some
echo more && touch ended
END
chmod +x gem
"$FICELLE_REAL" apply --no-custom_facts --confdir "$PWD/conf" --vardir "$PWD/var" --logdir "$PWD/log" --rundir "$PWD/run" \
  --publicdir "$PWD/public" --modulepath "$PWD/mods" -e "package { 'x': provider => gem, command => '$PWD/gem' }" >log.txt 2>&1 &
pid=$!
appears() { # appears FILE: within half a minute
  for i in $(seq 600); do [ -e "$1" ] && return; sleep 0.05; done
  cat log.txt
  return 1
}
check 'a command runs' appears began
kill -9 "$pid"
wait "$pid" 2>/dev/null
touch killed
check 'it runs to its end' appears ended

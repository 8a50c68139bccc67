# The package provider rpm with a fake rpm. rpm/ contains what the real Puppet (7.23) did and printed with it.
R=$top/tests/cli/rpm
mkdir bin
cp "$R/rpm" bin/
cp "$R/tool1" "$R/tool2" "$R/ep" .
cp "$R/database" db
sed "s,@DIR@,$PWD,g" "$R/manifest.pp" > m.pp
export RPM_DIR="$PWD"
old=$PATH
PATH=$PWD/bin:$PATH
where="--no-custom_facts --confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --certname vm"
run 'rpm: packages' 0 apply $where m.pp
sed 's/ in [0-9.]* seconds/ in N seconds/' out > got
like() { # like RECORDED FILE
  if sed "s,@DIR@,$PWD,g" "$R/$1" | cmp -s - "$2"; then ok; else bad "$2 is not as recorded"; sed "s,@DIR@,$PWD,g" "$R/$1" | diff - "$2"; fi
}
like out got
like err err
like calls log
like database-after db
run 'rpm: purged' 1 apply $where -e "package { 'p': ensure => purged, provider => rpm }"
err "~Provider rpm must have features 'purgeable' to set 'ensure' to 'purged'"
PATH=$old

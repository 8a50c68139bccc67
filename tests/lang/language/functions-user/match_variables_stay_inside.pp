function f($x) { $x =~ /(.)(.)/; "${1}${2}" }
if 'zz' =~ /(z)/ {
  notice(f('ab'), $1, $2)
}

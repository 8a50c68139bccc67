class c(Regexp $r) { notice('abc' =~ $r) }
class { 'c': r => /b/ }

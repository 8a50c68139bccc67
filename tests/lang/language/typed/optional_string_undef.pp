class c(Optional[String[1]] $x = undef) { notice("[${x}]") }
class { 'c': x => '' }

['ab', 'cd'].each |$x| {
  if $x =~ /(.)(.)/ { notice($1, $2) }
}
notice($1)

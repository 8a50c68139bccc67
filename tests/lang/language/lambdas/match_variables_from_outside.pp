if 'xy' =~ /(x)(y)/ {
  [1].each |$a| { notice($1, $2) }
}

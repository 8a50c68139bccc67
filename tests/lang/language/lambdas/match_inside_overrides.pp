if 'xy' =~ /(x)(y)/ {
  [1].each |$a| {
    if 'q' =~ /(q)/ { notice($1, $2) }
    notice($1, $2)
  }
}

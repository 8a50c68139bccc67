case 'abc' {
  /(a)/: { case 'xyz' { /(y)(z)/: { notice($1, $2) } } notice($1, "<${2}>") }
}

if 'abc' =~ /(b)/ {
  if 'xyz' =~ /(y)/ { notice($1) }
  notice($1)
  if 'xyz' =~ /(q)/ { notice('no') } else { notice($1) }
}

class flawed::runtime {
  $x = [1, 2]
  notice($x + 1)
  notice($x['a']['b'])
}

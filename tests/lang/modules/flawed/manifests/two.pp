class flawed::two {
  $a = 1
  $a += 2
  $1 = 3
}

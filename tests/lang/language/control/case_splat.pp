$small = [1, 2, 3]
case 2 {
  *$small: { notice('small') }
  default: { notice('big') }
}

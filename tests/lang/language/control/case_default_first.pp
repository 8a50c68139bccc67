case 5 {
  default: { notice('default') }
  5: { notice('five') }
}

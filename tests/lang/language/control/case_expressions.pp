case true {
  $facts['processors']['count'] > 8: { notice('many') }
  $facts['processors']['count'] > 2: { notice('some') }
  default: { notice('few') }
}

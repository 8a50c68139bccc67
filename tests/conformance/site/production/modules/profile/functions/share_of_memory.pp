# A share of the machine's memory as MySQL, PostgreSQL and Redis write sizes.
function profile::share_of_memory(Numeric $percent, Enum['M', 'MB', 'mb'] $unit = 'M') >> String {
  $bytes = $facts['memory']['system']['total_bytes']
  $mega = Integer($bytes * $percent / 100 / 1048576)
  "${mega}${unit}"
}

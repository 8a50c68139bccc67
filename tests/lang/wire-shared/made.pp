$h = Hash(Integer[0, 19].map |$i| { ["k${i}", $i % 4 ? { 0 => [$i], default => "v${i}" }] })
['more', 'first', 'fewer', 'last', 'reversed', 'other', 'mixed', 'both', 'later', 'changed', 'text', 'inner', 'during'].each |$how| {
  $made = shared::made($how, $h)
  notice("${how}: ${made}")
  notice("of ${h}")
  notice("again ${shared::made('more', $made)}")
}

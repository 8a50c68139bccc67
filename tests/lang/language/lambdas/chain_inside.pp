['a', 'b'].each |$i, $t| {
  notify { $t: }
  if $i > 0 { Notify['a'] -> Notify[$t] }
}

['a', 'b'].each |$i, $n| {
  notify { "n-${n}": message => "number ${i}" }
}

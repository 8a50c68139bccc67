$data = {
  'web' => { 'ports' => [80, 443], 'tls' => true },
  'db'  => { 'ports' => [5432], 'tls' => false },
}
$lines = $data.map |$name, $options| {
  $scheme = if $options['tls'] { 'tls' } else { 'plain' }
  $ports = $options['ports'].reduce('') |$memo, $port| { "${memo}/${port}" }
  "${name}:${scheme}${ports}"
}
$lines.each |$line| { notify { $line: } }
notice($lines)

# One opening in the packet filter.
define firewall::rule (
  Optional[Integer[1, 65535]] $port = undef,
  Enum['tcp', 'udp', 'icmp'] $protocol = 'tcp',
  Variant[String[1], Array[String[1]]] $from = 'any',
) {
  $sources = [$from].map |$f| { $f }.reduce([]) |$memo, $f| { $memo + $f }
  $lines = $sources.map |$source| {
    $where = case $source {
      'any': { '' }
      /:/: { "ip6 saddr ${source} " }
      default: { "ip saddr ${source} " }
    }
    $what = $port ? {
      Undef   => "meta l4proto ${protocol}",
      default => "${protocol} dport ${port}",
    }
    "${where}${what} accept comment \"${title}\"\n"
  }
  file { "/etc/nftables.d/${title}.rules":
    ensure  => file,
    mode    => '0644',
    content => $lines.reduce |$memo, $line| { "${memo}${line}" },
    tag     => ['firewall', $protocol],
    notify  => Service['nftables'],
  }
}

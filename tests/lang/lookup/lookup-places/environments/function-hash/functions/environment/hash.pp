function environment::hash(Hash $options, Puppet::LookupContext $context) {
  notice("called")
  $h = { "a" => "%{facts.hostname}", "b" => [1, { "c" => 2 }] }
  $h
}

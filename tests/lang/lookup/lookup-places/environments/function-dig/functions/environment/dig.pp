function environment::dig(Array $path, Hash $options, Puppet::LookupContext $context) >> Puppet::LookupValue {
  if $path[0] == "a" { $path.join("-") } else { $context.not_found }
}

function rubyerr::language($key, $options, Puppet::LookupContext $context) >> Integer {
  if $key == 'rubyerr::language' { 'no integer' } else { $context.not_found }
}

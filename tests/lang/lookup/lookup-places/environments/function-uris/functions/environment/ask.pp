function environment::ask($key, Hash $options, Puppet::LookupContext $context) {
  case $key {
    'a': { "${options['path'] =~ Undef} ${options['uri']} ${options['extra']}" }
    'i': { $context.interpolate("%{facts.hostname}") }
    'env': { "in ${$context.environment_name}" }
    'mod': { String($context.module_name, '%p') }
    'cached': { $context.cache('x', 1) $context.cached_value('x') }
    'bad': { /regexp/ }
    default: { $context.not_found }
  }
}

$context = Puppet::LookupContext.new('m')
$context.not_found

notice(Puppet::LookupContext)

type Puppet::LookupKey = String

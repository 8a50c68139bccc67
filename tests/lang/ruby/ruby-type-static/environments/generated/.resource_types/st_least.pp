Puppet::Resource::ResourceType3.new('st_least')

# Two namevars and no pattern.
Puppet::Resource::ResourceType3.new('st_two', [], [Puppet::Resource::Param(Any, 'a', true), Puppet::Resource::Param(Any, 'b', true)])

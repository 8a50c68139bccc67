Puppet::Resource::ResourceType3.new('st_other_name', [], [Puppet::Resource::Param(Any, 'name', true)])

Puppet::Resource::ResourceType3.new('st_more', [], [Puppet::Resource::Param(Any, 'name', true)])
notice('more')

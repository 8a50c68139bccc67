Puppet::Resource::ResourceType3.new('st_nohash', [], [Puppet::Resource::Param(Any, 'id', true)], {})

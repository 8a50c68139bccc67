Puppet::Resource::ResourceType3.new('st_nopattern', [Puppet::Resource::Param(Any, 'value')], [Puppet::Resource::Param(Any, 'id', true)], undef, true)

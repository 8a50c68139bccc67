Puppet::Resource::ResourceType3.new('rt_define', [], [Puppet::Resource::Param(Any, 'name', true), Puppet::Resource::Param(Any, 'of_type')])

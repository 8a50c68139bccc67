# Those of the modules in its packages are.
Puppet::Resource::ResourceType3.new('mount', [Puppet::Resource::Param(Any, 'own')], [Puppet::Resource::Param(Any, 'name', true)])

# Puppet's own types are not taken away.
Puppet::Resource::ResourceType3.new('file', [], [Puppet::Resource::Param(Any, 'wrong', true)])

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_lookups', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
type = Puppet::Type.type(:rf_lookups)
Puppet.warning(type.type_definition.name)
Puppet.warning(type.type_definition.namevars.inspect)
Puppet.warning(type.type_definition.feature?('canonicalize').inspect)
Puppet.warning(type.type_definition.ensurable?.inspect)
Puppet.warning(type.context.type.attributes.keys.inspect)
Puppet.warning(Puppet::ResourceApi.class_name_from_type_name('rf_lookups'))
Puppet.warning(Puppet::Provider::RfLookups.class.inspect)

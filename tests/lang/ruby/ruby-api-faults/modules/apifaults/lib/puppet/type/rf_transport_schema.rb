require 'puppet/resource_api'

require 'puppet/transport/schema/rf_box'
Puppet::ResourceApi.register_type(name: 'rf_transport_schema', desc: Puppet::ResourceApi::Transport.list["rf_box"].attributes.inspect, attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
Puppet.warning(Puppet::Type.type(:rf_transport_schema).doc)

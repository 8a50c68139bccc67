require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_trigger', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, rsapi_custom_insync_trigger: { type: 'String', desc: 'A.' } })

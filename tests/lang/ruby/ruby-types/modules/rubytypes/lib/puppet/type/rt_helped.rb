require 'puppet_x/rubytypes/helper'
require 'puppet/parameter/boolean'
require 'puppet/parameter/path'
require 'puppet/parameter/package_options'
require 'puppet/property/boolean'
require 'puppet/property/list'
require 'puppet/property/ordered_list'
require 'puppet/property/keyvalue'

Puppet::Type.newtype(:rt_helped) do
  include PuppetX::Rubytypes::Helper
  extend PuppetX::Rubytypes::Helper

  helped_parameters.each { |name| newparam(name) }
  newparam(:name, namevar: true)
  newparam(:flag, parent: Puppet::Parameter::Boolean)
  newparam(:place, parent: Puppet::Parameter::Path)
  newparam(:options, parent: Puppet::Parameter::PackageOptions)
  newproperty(:switch, parent: Puppet::Property::Boolean)
  newproperty(:words, parent: Puppet::Property::List)
  newproperty(:order, parent: Puppet::Property::OrderedList)
  newproperty(:pairs, parent: Puppet::Property::KeyValue)
end

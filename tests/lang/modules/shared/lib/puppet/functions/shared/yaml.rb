require 'yaml'

# A module's own to_yaml.
Puppet::Functions.create_function(:'shared::yaml') do
  def yaml(value)
    value.to_yaml
  end
end

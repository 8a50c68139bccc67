# frozen_string_literal: true

# Gives a parameter of the class or definition that calls another value; a third argument: by way of a copy.
Puppet::Parser::Functions.newfunction(:fieldfns_change) do |args|
  name, value, copied = args
  parameters = catalog.resource(resource.ref).parameters
  if copied
    param = parameters[name.to_sym].dup
    param.value = value
    parameters[name.to_sym] = param
  else
    parameters[name.to_sym].value = value
  end
end

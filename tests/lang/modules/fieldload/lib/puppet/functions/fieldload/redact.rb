# frozen_string_literal: true

# Changes parameters of a resource in the catalog: by the parameter itself, by a copy, by name.
Puppet::Functions.create_function(:'fieldload::redact', Puppet::Functions::InternalFunction) do
  dispatch :redact do
    scope_param
    param 'String', :reference
  end

  def redact(scope, reference)
    resource = scope.catalog.resource(reference)
    parameters = resource.parameters
    parameters[:message].value = 'changed'
    copy = parameters[:withpath].dup
    copy.value = true
    before = resource[:withpath]
    parameters[:withpath] = copy
    [resource[:message], before, resource[:withpath], parameters.keys.map(&:to_s), resource.parameters[:message].name.to_s]
  end
end

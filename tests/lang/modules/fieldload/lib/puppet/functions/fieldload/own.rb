# frozen_string_literal: true

# Where the class or define stands that calls it, and its resource's attributes.
Puppet::Functions.create_function(:'fieldload::own', Puppet::Functions::InternalFunction) do
  dispatch :own do
    scope_param
  end

  def own(scope)
    source = scope.source
    [source.type.to_s, source.name, source.module_name, source.file && File.basename(source.file), source.line,
     scope.resource.to_hash.map { |name, value| "#{name}=#{value}" }.sort]
  end
end

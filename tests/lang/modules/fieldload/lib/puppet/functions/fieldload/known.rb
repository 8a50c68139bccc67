# frozen_string_literal: true

# Whether there is a function, as a loader tells, and what it gives.
Puppet::Functions.create_function(:'fieldload::known', Puppet::Functions::InternalFunction) do
  dispatch :known do
    scope_param
    param 'String', :name
    repeated_param 'Any', :args
  end

  def known(scope, name, *args)
    found = scope.compiler.loaders.private_environment_loader.load(:function, name)
    found ? [name, found.call(scope, *args)] : "no #{name}"
  end
end

# frozen_string_literal: true

# Looks for a variable without being told off, and puts the setting back.
Puppet::Functions.create_function(:'fieldload::lenient', Puppet::Functions::InternalFunction) do
  dispatch :lenient do
    scope_param
    param 'String', :name
  end

  def lenient(scope, name)
    before = Puppet[:strict]
    Puppet[:strict] = :off
    during = Puppet[:strict]
    found = scope.lookupvar(name)
    [before.to_s, during.to_s, found]
  ensure
    Puppet[:strict] = before
  end
end

# frozen_string_literal: true

# The scopes from here up to the top.
Puppet::Functions.create_function(:'fieldload::trace', Puppet::Functions::InternalFunction) do
  dispatch :trace do
    scope_param
  end

  def trace(scope)
    all = [scope.to_s]
    all << (scope = scope.parent).to_s until scope.is_topscope?
    all
  end
end

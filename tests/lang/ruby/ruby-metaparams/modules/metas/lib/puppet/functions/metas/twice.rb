Puppet::Functions.create_function(:'metas::twice') do
  dispatch(:load) {}

  def load
    Puppet::Type.newmetaparam(:rm_twice)
    Puppet::Type.newmetaparam(:rm_twice)
  end
end

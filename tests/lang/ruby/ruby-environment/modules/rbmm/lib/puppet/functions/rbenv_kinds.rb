Puppet::Functions.create_function(:'rbenv_kinds') do
  def rbenv_kinds
    'newer of the module'
  end
end

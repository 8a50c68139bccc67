Puppet::Functions.create_function(:'rbenv_both') do
  def rbenv_both
    'newer of the module'
  end
end

Puppet::Functions.create_function(:'rbenv_defined') do
  def rbenv_defined
    'in a file'
  end
end

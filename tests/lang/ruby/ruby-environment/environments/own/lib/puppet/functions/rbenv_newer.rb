Puppet::Functions.create_function(:'rbenv_newer') do
  def rbenv_newer
    'newer of the environment'
  end
end

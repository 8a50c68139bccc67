Puppet::Functions.create_function(:'environment::rbenv_named') do
  def rbenv_named
    'environment::rbenv_named'
  end
end

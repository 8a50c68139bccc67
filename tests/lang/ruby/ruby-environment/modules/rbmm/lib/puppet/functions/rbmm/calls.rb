Puppet::Functions.create_function(:'rbmm::calls') do
  def calls
    [call_function('rbenv_newer'), call_function('rbenv_both')]
  end
end

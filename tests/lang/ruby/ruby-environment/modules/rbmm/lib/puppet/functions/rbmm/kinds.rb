Puppet::Functions.create_function(:'rbmm::kinds') do
  def kinds
    'newer of the module'
  end
end

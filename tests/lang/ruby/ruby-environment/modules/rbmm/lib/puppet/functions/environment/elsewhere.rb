Puppet::Functions.create_function(:'environment::elsewhere') do
  def elsewhere
    'not seen'
  end
end

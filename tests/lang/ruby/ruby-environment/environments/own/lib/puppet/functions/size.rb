Puppet::Functions.create_function(:'size') do
  def size
    'not seen'
  end
end

Puppet::Functions.create_function(:'uses::inside') do
  def inside
    call_function('visible_one')
  end
end

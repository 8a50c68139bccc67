Puppet::Functions.create_function(:'own::inside') do
  def inside
    call_function('visible_one')
  end
end

Puppet::Functions.create_function(:"rubyfns::badtype") do
  dispatch :x do
    param "Integer[", :a
  end
  def x(a); a; end
end

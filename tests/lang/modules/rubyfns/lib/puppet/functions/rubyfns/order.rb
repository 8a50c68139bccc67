Puppet::Functions.create_function(:"rubyfns::order") do
  dispatch :x do
    optional_param "Integer", :a
    param "Integer", :b
  end
  def x(a, b); a; end
end

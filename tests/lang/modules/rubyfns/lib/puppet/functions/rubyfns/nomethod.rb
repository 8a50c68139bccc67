Puppet::Functions.create_function(:"rubyfns::nomethod") do
  def other; 1; end
end

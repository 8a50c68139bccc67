Puppet::Functions.create_function(:"rubyfns::other") do
  def other; 1; end
end

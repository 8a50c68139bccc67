Puppet::Functions.create_function(:"rubyfns::syntax") do
  def syntax(
end

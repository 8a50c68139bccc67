# Gives back what it gets.
Puppet::Functions.create_function(:'rubyfns::echo') do
  def echo(value)
    value
  end
end

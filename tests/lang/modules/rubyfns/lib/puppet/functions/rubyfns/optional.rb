# Its signature is that of the method.
Puppet::Functions.create_function(:'rubyfns::optional') do
  def optional(a, b = 'b', *rest)
    [a, b, rest]
  end
end

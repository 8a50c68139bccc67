Puppet::Functions.create_function(:visible_one) do
  def visible_one
    'of given'
  end
end

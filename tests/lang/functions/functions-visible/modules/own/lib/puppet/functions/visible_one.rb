Puppet::Functions.create_function(:visible_one) do
  def visible_one
    'of own'
  end
end

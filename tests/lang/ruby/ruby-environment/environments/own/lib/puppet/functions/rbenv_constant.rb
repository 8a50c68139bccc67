module RbenvConstant
  WHERE = 'own'
end

Puppet::Functions.create_function(:rbenv_constant) do
  def rbenv_constant
    RbenvConstant::WHERE
  end
end

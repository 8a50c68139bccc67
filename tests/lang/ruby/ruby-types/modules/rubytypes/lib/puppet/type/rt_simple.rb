Puppet::Type.newtype(:rt_simple) do
  @doc = 'A type with what most types have.'

  ensurable

  newparam(:name, namevar: true) do
    desc 'What it is called.'
  end

  newproperty(:value) do
    desc 'Any value.'
  end

  newproperty(:list, array_matching: :all) do
    desc 'Several.'
    validate { |one| raise ArgumentError, 'never asked while compiling' if one == 'bad' }
    munge(&:to_s)
  end

  newparam(:loud, boolean: true) do
    newvalues(:true, :false)
    defaultto :false
  end

  feature :shouting, 'Can be loud.'

  autorequire(:file) { ['/etc/simple'] }

  validate { raise Puppet::Error, 'never asked while compiling' }
end

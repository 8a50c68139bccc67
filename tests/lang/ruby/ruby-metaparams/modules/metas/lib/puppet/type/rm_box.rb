Puppet::Type.newtype(:rm_box) do
  newparam(:name, namevar: true)
  newproperty(:host)
end

unless Puppet::Type.metaparams.include? :rm_transport
  Puppet::Type.newmetaparam(:rm_transport) do
    desc 'Through which box.'
  end
end

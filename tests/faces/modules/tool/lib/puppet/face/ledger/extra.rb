Puppet::Face.define(:ledger, '0.0.1') do
  action(:extra) do
    summary 'From a file of its own.'
    when_invoked { |options| 'extra' }
  end
end

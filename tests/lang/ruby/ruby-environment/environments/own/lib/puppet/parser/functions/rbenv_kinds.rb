Puppet::Parser::Functions.newfunction(:rbenv_kinds, :type => :rvalue) do |_args|
  'older of the environment'
end

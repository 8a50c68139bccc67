Puppet::Parser::Functions.newfunction(:rbenv_both, :type => :rvalue) do |_args|
  'older of the environment'
end

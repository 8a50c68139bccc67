Puppet::Parser::Functions.newfunction(:rbenv_older, :type => :rvalue) do |_args|
  'older of the environment'
end

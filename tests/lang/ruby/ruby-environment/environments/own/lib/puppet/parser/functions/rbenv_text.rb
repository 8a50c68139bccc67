Puppet::Parser::Functions.newfunction(:rbenv_text, :type => :rvalue) do |_args|
  'older of the environment'
end

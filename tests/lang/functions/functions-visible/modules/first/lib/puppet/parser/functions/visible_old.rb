Puppet::Parser::Functions.newfunction(:visible_old, :type => :rvalue) { |_args| 'of first' }

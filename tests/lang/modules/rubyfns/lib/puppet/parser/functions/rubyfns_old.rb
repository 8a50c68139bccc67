module Puppet::Parser::Functions
  newfunction(:rubyfns_old, :type => :rvalue, :doc => 'Of the older kind.') do |args|
    args.map { |a| "#{a.class}:#{a.class.name.start_with?('Puppet') ? a : a.inspect}" }
  end
end

require 'puppet/application'

class Puppet::Application::Countdown < Puppet::Application
  banner 'puppet countdown [options] NUMBER'
  run_mode :user

  option('--from NUMBER', '-f') { |number| options[:from] = Integer(number) }
  option('--quiet', '-q')
  option('--debug', '-d')
  option('--verbose', '-v')

  def summary
    'Count down.'
  end

  def help
    <<-TEXT
puppet-countdown(8) -- Count down.
========
Counts.
    TEXT
  end

  def preinit
    options[:from] = 3
  end

  def setup
    Puppet::Util::Log.newdestination(:console)
    super
    raise ArgumentError, 'one word at most' if command_line.args.length > 1
  end

  def main
    options[:from].downto(1) { |n| puts n } unless options[:quiet]
    puts command_line.args.inspect
    Puppet.notice("counted in #{Puppet[:environment]}")
    exit(command_line.args.first.to_i)
  end
end

# frozen_string_literal: true

# Puppet, loaded once, for tests/agent/record: listens on a socket and runs what record-puppet requests.
#   record.rb SOCKET      PUPPET_LIB=…/lib: uses that Puppet instead of the installed one
require 'json'
require 'socket'
require_relative '../conformance/apply-peers'

puppet = Peers::Puppet.new(ENV['PUPPET_LIB'])
facts = Facter.to_hash
puppet.use_facts(facts)
server = UNIXServer.new(ARGV.fetch(0))
trap(:TERM) { exit }
loop do
  client = server.accept
  pid = fork do
    server.close
    [STDIN, STDOUT, STDERR].each { |stream| stream.reopen(client.recv_io(IO, stream == STDIN ? 'r' : 'w')) }
    arguments = JSON.parse(client.gets)
    File.umask(0o022)
    puppet.run('apply', arguments.drop(1))
  end
  Process.wait(pid)
  client.puts($?.exitstatus || 128 + $?.termsig)
  client.close
end

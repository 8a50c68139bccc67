# frozen_string_literal: true

# Ruby's libraries that Puppet loads, so that modules use them without a require. They are loaded when code first uses
# their constants; those with ".rb" even if code has required them before (Ficelle::Libraries::LATER).
{
  Addrinfo: 'socket.rb', Base64: 'base64', BasicSocket: 'socket.rb', Benchmark: 'benchmark', CGI: 'cgi', Date: 'date',
  DateTime: 'date', Delegator: 'delegate', Digest: 'digest', ERB: 'erb', Etc: 'etc', FileUtils: 'fileutils', Find: 'find',
  Forwardable: 'forwardable', IPAddr: 'ipaddr', IPSocket: 'socket.rb', JSON: 'json', Logger: 'logger', Monitor: 'monitor',
  MonitorMixin: 'monitor', Net: 'net/http', Open3: 'open3.rb', OpenSSL: 'openssl', OpenStruct: 'ostruct',
  OptionParser: 'optparse', Pathname: 'pathname', Psych: 'psych', RbConfig: 'rbconfig', Resolv: 'resolv.rb',
  SecureRandom: 'securerandom', Set: 'set', Shellwords: 'shellwords', SimpleDelegator: 'delegate',
  SingleForwardable: 'forwardable', Singleton: 'singleton', Socket: 'socket.rb', SocketError: 'socket.rb', StringIO: 'stringio',
  StringScanner: 'strscan', TCPServer: 'socket.rb', TCPSocket: 'socket.rb', Tempfile: 'tempfile', Timeout: 'timeout',
  UDPSocket: 'socket.rb', UNIXServer: 'socket.rb', UNIXSocket: 'socket.rb', URI: 'uri', YAML: 'yaml', Zlib: 'zlib'
}.each { |name, library| Object.autoload(name, library) unless Object.const_defined?(name) }

# Methods that those libraries add to core classes: each is first defined as a method that loads the library, which
# replaces it.
module Ficelle
  [[Object, :public, 'yaml', %i[to_yaml]], [Object, :public, 'json', %i[to_json]],
   [Kernel, :private, 'uri', %i[URI]], [Kernel, :private, 'pathname', %i[Pathname]],
   [Kernel, :private, 'json', %i[JSON]],
   [Time.singleton_class, :public, 'time', %i[parse strptime iso8601 rfc2822 httpdate]]].each do |mod, access, library, names|
    names.each do |name|
      mod.define_method(name) do |*args, **options, &block|
        mod.send(:remove_method, name) if mod.instance_method(name).source_location&.first == __FILE__
        require library
        __send__(name, *args, **options, &block)
      end
      mod.send(access, name)
    end
  end
end

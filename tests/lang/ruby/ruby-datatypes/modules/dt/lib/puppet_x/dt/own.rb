module PuppetX
  module Dt
    # A class that knows that it is one of Puppet's.
    class Own
      include Puppet::Pops::Types::PuppetObject
      attr_reader :host, :port

      def self.from_asserted_hash(hash)
        new(hash['host'], hash.fetch('port', 80))
      end

      def initialize(host, port = 80)
        @host = host
        @port = port
      end

      def url(path = nil)
        "http://#{host}:#{port}/#{path}"
      end

      def _pcore_init_hash
        port == 80 ? { 'host' => host } : { 'host' => host, 'port' => port }
      end

      def ==(other)
        other.is_a?(Own) && other.host == host
      end
      alias eql? ==

      def hash
        host.hash
      end
    end
  end
end

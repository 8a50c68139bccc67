module PuppetX
  module Dt
    class Hashed
      attr_reader :path, :mode

      def self.from_asserted_hash(hash)
        new(hash['path'], hash['mode'])
      end

      def self.from_asserted_args(path, mode = nil)
        new("/args#{path}", mode)
      end

      def initialize(path, mode)
        @path = path
        @mode = mode
      end

      def [](n)
        @path[n]
      end

      def _pcore_init_hash
        mode.nil? ? { 'path' => @path } : { 'path' => @path, 'mode' => @mode }
      end

      def eql?(other)
        self.class.equal?(other.class) && @path == other.path
      end
      alias == eql?

      def hash
        @path.hash
      end

      def to_s
        "<#{@path}>"
      end
    end
  end
end

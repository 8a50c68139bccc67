# frozen_string_literal: true

require 'optparse'

module Puppet
  # A subcommand of a module in the form of a class. The core has parsed the settings and passes only the other
  # arguments.
  class Application
    CommandLineArgs = Struct.new(:subcommand_name, :args)

    class << self
      attr_accessor :run_status

      def option(*options, &block)
        long = options.find { |item| item.to_s.start_with?('--') }[/\A--(?:\[no-\])?([^ =]+)/, 1].tr('-', '_')
        handler = :"handle_#{long}"
        define_method(handler, &block || ->(value) { self.options[long.to_sym] = value })
        option_parser_commands << [options, handler]
      end

      def option_parser_commands
        @option_parser_commands ||=
          superclass.respond_to?(:option_parser_commands) ? superclass.option_parser_commands.dup : []
      end

      def banner(text = nil)
        @banner ||= text
      end

      def run_mode(name = nil)
        @run_mode = name if name
        Puppet.run_mode
      end

      def environment_mode(mode)
        raise Puppet::Error, "Invalid environment mode '#{mode}'" unless %i[local remote not_required].include?(mode)

        @environment_mode = mode
      end

      def get_environment_mode
        @environment_mode || :local
      end

      def find(name)
        file = "puppet/application/#{name.to_s.downcase}"
        begin
          require file
        rescue LoadError => e
          raise unless e.path == file

          raise Puppet::Error, "Unable to find application '#{name}'. #{e}"
        end
        constant_of(name) or raise Puppet::Error, "Unable to load application class '#{camel(name)}' from file '#{file}.rb'"
      end

      def [](name)
        find(name).new(CommandLineArgs.new(name.to_s, []))
      end

      def stop!
        self.run_status = :stop_requested
      end

      def restart!
        self.run_status = :restart_requested
      end

      def clear!
        self.run_status = nil
      end

      def stop_requested?
        run_status == :stop_requested
      end

      def restart_requested?
        run_status == :restart_requested
      end

      def interrupted?
        stop_requested? || restart_requested?
      end

      def clear?
        run_status.nil?
      end

      def exit(code)
        Kernel.exit(code)
      end

      private

      def camel(name)
        name.to_s.split('_').map(&:capitalize).join
      end

      def constant_of(name)
        [camel(name), name.to_s.capitalize].each { |constant| return const_get(constant, false) if const_defined?(constant, false) }
        nil
      end
    end

    option('--version', '-V') do |_|
      puts Puppet.version
      exit(0)
    end

    option('--help', '-h') do |_|
      puts help
      exit(0)
    end

    attr_reader :options, :command_line

    def initialize(command_line = CommandLineArgs.new(nil, []))
      @command_line = CommandLineArgs.new(command_line.subcommand_name, command_line.args.dup)
      @options = {}
    end

    def run
      exit_on_fail('Could not initialize') { preinit }
      exit_on_fail('Could not parse application options') { parse_options }
      exit_on_fail('Could not prepare for execution') { setup }
      Puppet.deprecation_warning("`puppet #{name}` is deprecated and will be removed in a future release.") if deprecated?
      exit_on_fail('Could not run') { run_command }
    end

    def preinit
    end

    def setup
      setup_logs
    end

    # Does nothing: the core has set up the log from the settings.
    def setup_logs
      set_log_level
    end

    def set_log_level(given = nil)
      given ||= options
      if given[:debug] then Puppet::Util::Log.level = :debug
      elsif given[:verbose] then Puppet::Util::Log.level = :info
      end
    end

    def run_command
      main
    end

    def main
      raise NotImplementedError, 'No valid command or main'
    end

    def parse_options
      parser = OptionParser.new(self.class.banner)
      self.class.option_parser_commands.each { |options, handler| parser.on(*options) { |value| __send__(handler, value) } }
      parser.parse!(command_line.args)
    end

    def name
      self.class.to_s.sub(/.*::/, '').downcase.to_sym
    end

    def help
      "No help available for puppet #{name}"
    end

    def summary
      ''
    end

    def deprecate
      @deprecated = true
    end

    def deprecated?
      @deprecated ? true : false
    end

    private

    def exit_on_fail(message, code = 1)
      yield
    rescue ArgumentError, RuntimeError, NotImplementedError => e
      Puppet.log_exception(e, "#{message}: #{e}")
      exit(code)
    end
  end
end

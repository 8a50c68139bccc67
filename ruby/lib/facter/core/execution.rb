# frozen_string_literal: true

require 'facter/core/command'

module Facter
  module Core
    # Runs programs: Facter::Core::Execution.execute and the like.
    module Execution
      class ExecutionFailure < StandardError; end

      EXTRA_PATHS = %w[/sbin /usr/sbin].freeze
      OPTIONS = %i[on_fail expand logger timeout].freeze

      module_function

      def search_paths
        ENV.fetch('PATH', '').split(File::PATH_SEPARATOR) + EXTRA_PATHS
      end

      def which(bin)
        names = absolute_path?(bin) ? [bin] : search_paths.map { |dir| File.join(dir, bin) }
        names.find { |name| File.executable?(name) && File.file?(name) }
      end

      def absolute_path?(path, platform = nil)
        pattern = platform == :windows ? %r{\A(?:[A-Za-z]:[/\\]|[/\\]{2}[^/\\]+[/\\])} : %r{\A/}
        path.match?(pattern)
      end

      # The command with the path of its program; nil: the program does not exist.
      def expand_command(command)
        quoted = command.match(/\A(["'])(.+?)\1(?:\s+(.*))?/)
        program, rest = quoted ? quoted.captures.drop(1) : command.split(/ /, 2)
        path = program && which(program)
        return unless path

        path = "'#{path}'" if path.match?(/\s/)
        rest ? "#{path} #{rest}" : path.dup
      end

      # Sets variables while the block runs.
      def with_env(values)
        before = values.keys.to_h { |name| [name, ENV[name]] }
        values.each { |name, value| ENV[name] = value }
        yield
      ensure
        before&.each { |name, value| ENV[name] = value }
      end

      def exec(command)
        execute(command, on_fail: nil)
      end

      # The output of the command, stripped.
      def execute(command, options = {})
        on_fail, expand, logger, timeout = execute_options(options)
        keep = logger || (!expand && shell_builtin?(command))
        whole = keep ? command : expand_command(command)
        unless whole
          raise ExecutionFailure, "Could not execute '#{command}': command not found" if on_fail == :raise

          return on_fail
        end
        execute_command(whole, on_fail, logger, timeout).first
      end

      # Standard output and standard error of the command.
      def execute_command(command, on_fail = nil, logger = nil, timeout = nil)
        Facter.debug("Executing command: #{command}")
        out, err = Command.new(command, timeout || Command::LIMIT, strict: on_fail == :raise).run
        report_stderr(err, command, logger)
        [out.strip, err]
      rescue StandardError => e
        text = "Failed while executing '#{command}': #{e.message}"
        if logger
          Facter.debug(text)
          return ''
        end
        raise ExecutionFailure, text if on_fail == :raise

        on_fail
      end

      def execute_options(options)
        unknown = options.keys - OPTIONS
        unless unknown.empty?
          Facter.warn("Unexpected key passed to Facter::Core::Execution.execute option: #{unknown.join(',')} " \
                      "- valid keys: #{OPTIONS.join(',')}")
        end
        seconds = (options[:timeout] || options[:time_limit] || options[:limit]).to_i
        [options.fetch(:on_fail, :raise), options.fetch(:expand, true), options[:logger],
         seconds.positive? ? seconds : nil]
      end
      private_class_method :execute_options

      def shell_builtin?(command)
        Command.new("type #{command}", Command::LIMIT).run.first.chomp.include?('builtin')
      end
      private_class_method :shell_builtin?

      def report_stderr(text, command, logger)
        return if text.to_s.empty?

        (logger || Facter).debug("Command #{command} completed with the following stderr message: #{text.strip}")
      end
      private_class_method :report_stderr
    end
  end
end

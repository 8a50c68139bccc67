# frozen_string_literal: true

require 'English'

module Puppet
  # Helper methods that types, providers and functions include.
  module Util
    ABSOLUTE_PATHS = {
      posix: %r{^/},
      windows: %r{^(?:(?:[A-Z]:[\\/])|(?:[\\/][\\/][^\\/]+[\\/][^\\/]+)|(?:[\\/][\\/]\?[\\/][^\\/]+))}i
    }.freeze

    autoload :Autoload, 'puppet/util/autoload'
    autoload :Checksums, 'puppet/util/checksums'
    autoload :Diff, 'puppet/util/diff'
    autoload :Docs, 'puppet/util/docs'
    autoload :Execution, 'puppet/util/execution'
    autoload :FileParsing, 'puppet/util/fileparsing'
    autoload :FileType, 'puppet/util/filetype'
    autoload :IniConfig, 'puppet/util/inifile'
    autoload :Json, 'puppet/util/json'
    autoload :Log, 'puppet/util/log'
    autoload :Logging, 'puppet/util/logging'
    autoload :Metric, 'puppet/util/metric'
    autoload :NetworkDevice, 'puppet/util/network_device'
    autoload :Package, 'puppet/util/package'
    autoload :Platform, 'puppet/util/platform'
    autoload :RetryAction, 'puppet/util/retry_action'
    autoload :SELinux, 'puppet/util/selinux'
    autoload :SUIDManager, 'puppet/util/suidmanager'
    autoload :SymbolicFileMode, 'puppet/util/symbolic_file_mode'
    autoload :Tagging, 'puppet/util/tagging'
    autoload :TagSet, 'puppet/util/tagging'
    autoload :Warnings, 'puppet/util/warnings'
    autoload :Yaml, 'puppet/util/yaml'

    module_function

    def absolute_path?(path, platform = :posix)
      return ABSOLUTE_PATHS.fetch(platform).match?(path) if path.is_a?(String)

      Puppet.warning("Cannot check if #{path} is an absolute path because it is a '#{path.class}' and not a String'")
      false
    end

    # The same seed gives the same number on every host.
    def deterministic_rand_int(seed, max)
      Random.new(seed).rand(max)
    end

    def deterministic_rand(seed, max)
      deterministic_rand_int(seed, max).to_s
    end

    # The full path of a program; nil: not found.
    def which(program)
      program = program.to_s
      directories = program.include?('/') ? [nil] : ENV.fetch('PATH', '').split(File::PATH_SEPARATOR)
      directories.each do |directory|
        path = directory ? File.join(directory, program) : program
        return path if File.file?(path) && File.executable?(path)
      end
      nil
    end

    def get_env(name, _mode = :posix)
      ENV.fetch(name, nil)
    end

    def set_env(name, value = nil, _mode = :posix)
      ENV[name] = value
    end

    # Runs the block with changed environment variables.
    def withenv(variables, _mode = :posix)
      before = ENV.to_h
      variables.each { |name, value| ENV[name.to_s] = value }
      yield
    ensure
      ENV.replace(before)
    end

    # The id of a user or group; nil: unknown.
    def uid(user)
      Integer === user ? user : Etc.getpwnam(user.to_s).uid
    rescue ArgumentError
      nil
    end

    def gid(group)
      Integer === group ? group : Etc.getgrnam(group.to_s).gid
    rescue ArgumentError
      nil
    end

    def symbolizehash(hash)
      hash.to_h { |key, value| [key.is_a?(String) ? key.to_sym : key, value] }
    end

    %i[execute execpipe execfail].each do |name|
      define_method(name) { |*args, &block| Puppet::Util::Execution.public_send(name, *args, &block) }
      module_function name
    end

    def symbolizehash!(hash)
      hash.replace(symbolizehash(hash))
    end

    # The duration of the block in seconds.
    def thinmark
      began = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      yield
      Process.clock_gettime(Process::CLOCK_MONOTONIC) - began
    end

    def benchmark(*arguments)
      message = arguments.pop
      seconds = thinmark { yield }
      Puppet.public_send(arguments.pop || :debug, "#{message} in #{format('%0.2f', seconds)} seconds")
      seconds
    end

    # Replaces a file by a new one that the block writes.
    def replace_file(file, mode, &block)
      Puppet::FileSystem.replace_file(file, mode, &block)
    end

    def exit_on_fail(_message, _code = 1)
      yield
    end

    def pretty_backtrace(backtrace = caller(1), *)
      backtrace.map { |line| line }.join("\n")
    end
  end
end

require 'puppet/util/uris'

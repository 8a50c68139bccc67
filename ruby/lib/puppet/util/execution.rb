# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'

# Runs programs.
module Puppet::Util::Execution
  # The output of a program, with its exit status.
  class ProcessOutput < String
    attr_reader :exitstatus

    def initialize(text, status)
      super(text)
      @exitstatus = status
    end
  end

  NoOptionsSpecified = {}.freeze

  module_function

  # Options: failonfail (fail if the status is not 0), combine (include standard error), cwd, squelch (no output),
  # custom_environment, override_locale (use the C locale; true by default), sensitive (do not print the command), and
  # while a catalog is applied uid, gid and stdinfile.
  def execute(command, options = {})
    options = { failonfail: options.empty?, combine: options.empty?, override_locale: true }.merge(options)
    shown = options[:sensitive] ? '[redacted]' : [*command].flatten.join(' ')
    if options[:cwd] && !File.directory?(options[:cwd].to_s)
      raise ArgumentError, "Working directory #{options[:cwd]} does not exist!"
    end
    output, status = outcome(command, options, shown)
    result = ProcessOutput.new(options[:squelch] ? '' : output, status)
    return result if status.zero? || !options[:failonfail]
    raise Puppet::ExecutionFailure, "Execution of '#{shown}' returned #{status}: #{output.strip}"
  end

  def outcome(command, options, shown)
    unless Ficelle.applying?
      variables = options[:override_locale] ? { 'LANG' => 'C', 'LC_ALL' => 'C' } : {}
      variables = variables.merge((options[:custom_environment] || {}).transform_keys(&:to_s))
      return run([*command].flatten.map(&:to_s), variables, options[:combine], options[:cwd])
    end
    as = %i[uid gid].filter_map { |who| " #{who}=#{options[who]}" if options[who] }.join
    Puppet.debug("Executing#{" with#{as}" unless as.empty?}: '#{shown}'")
    ended, status, output = Ficelle::Agent::Commands.run(command, options)
    Ficelle.set_child_status(0, ended ? status << 8 : status)
    [output.b.force_encoding(Encoding.default_external), ended ? status : 128 + status]
  end

  def run(words, variables, combine, directory)
    words = words.size == 1 ? words : [[words.first, words.first], *words.drop(1)]
    options = directory ? { chdir: directory } : {}
    output, status = combine ? Open3.capture2e(variables, *words, **options) : without_errors(variables, words, options)
    Ficelle.set_child_status(status.pid, status.to_i)
    [output, status.exitstatus || 1]
  rescue Errno::ENOENT, Errno::EACCES
    ['', 1]                                    # result of a child that cannot execute the program
  end

  def without_errors(variables, words, options)
    output, _errors, status = Open3.capture3(variables, *words, **options)
    [output, status]
  end

  # The command may be an Array; standard error is part of the output.
  def execpipe(command, failonfail = true)
    shown = command.is_a?(Array) ? command.join(' ') : command.to_s
    Puppet.debug("Executing '#{shown}'")
    output = IO.popen({ 'LANG' => 'C', 'LC_ALL' => 'C' }, ['/bin/sh', '-c', "#{shown} 2>&1"]) do |pipe|
      block_given? ? yield(pipe) : pipe.read
    end
    if failonfail && !$?.success?
      raise Puppet::ExecutionFailure, output.to_s
    end
    output
  end

  # Fails with that text.
  def execfail(command, failure)
    execute(command, failonfail: true, combine: true)
  rescue Puppet::ExecutionFailure => e
    raise failure.is_a?(Class) ? failure : Puppet::Error, e.message
  end

  # The path of a Ruby to run scripts with.
  def ruby_path
    File.join(RbConfig::CONFIG['bindir'], RbConfig::CONFIG['ruby_install_name'] + RbConfig::CONFIG['EXEEXT'])
  end
end

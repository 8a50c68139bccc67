# frozen_string_literal: true

require 'puppet/error'
require 'puppet/util'

# Running programs.
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

  # Options: failonfail (fail when the status is not 0), combine (with what it printed as errors), cwd, squelch (no output),
  # custom_environment, override_locale (the C locale, true unless said otherwise), sensitive (the command is not shown), and
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
    ['', 1]                                    # what the child that cannot become the program ends with
  end

  def without_errors(variables, words, options)
    output, _errors, status = Open3.capture3(variables, *words, **options)
    [output, status]
  end

  # Also as an Array; what it prints as errors is part of the output.
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

  # A failure is an error with that text.
  def execfail(command, failure)
    execute(command, failonfail: true, combine: true)
  rescue Puppet::ExecutionFailure => e
    raise failure.is_a?(Class) ? failure : Puppet::Error, e.message
  end

  # Where the Ruby is that a script would be run with.
  def ruby_path
    File.join(RbConfig::CONFIG['bindir'], RbConfig::CONFIG['ruby_install_name'] + RbConfig::CONFIG['EXEEXT'])
  end
end

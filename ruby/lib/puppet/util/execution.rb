# frozen_string_literal: true

require 'open3'
require 'puppet/error'
require 'puppet/util'

# Running programs.
module Puppet::Util::Execution
  # What a program printed, with its exit status.
  class ProcessOutput < String
    attr_reader :exitstatus

    def initialize(text, status)
      super(text)
      @exitstatus = status
    end
  end

  module_function

  # Options: failonfail (fail when the status is not 0), combine (with what it printed as errors), cwd,
  # custom_environment, override_locale (the C locale, true unless said otherwise).
  def execute(command, options = {})
    fails = options.fetch(:failonfail, options.empty?)
    combine = options.fetch(:combine, options.empty?)
    variables = options.fetch(:override_locale, true) ? { 'LANG' => 'C', 'LC_ALL' => 'C' } : {}
    variables = variables.merge((options[:custom_environment] || {}).transform_keys(&:to_s))
    output, status = run([*command].flatten.map(&:to_s), variables, combine, options[:cwd])
    result = ProcessOutput.new(output, status)
    return result if status.zero? || !fails
    raise Puppet::ExecutionFailure, "Execution of '#{[*command].join(' ')}' returned #{status}: #{output.strip}"
  end

  def run(words, variables, combine, directory)
    words = words.size == 1 ? words : [[words.first, words.first], *words.drop(1)]
    options = directory ? { chdir: directory } : {}
    output, status = combine ? Open3.capture2e(variables, *words, **options) : without_errors(variables, words, options)
    [output, status.exitstatus || 1]
  rescue Errno::ENOENT, Errno::EACCES
    ['', 1]                                    # what the child that cannot become the program ends with
  end

  def without_errors(variables, words, options)
    output, _errors, status = Open3.capture3(variables, *words, **options)
    [output, status]
  end

  def execpipe(command, failonfail = true)
    output = execute(command, failonfail: failonfail, combine: true)
    block_given? ? yield(StringIO.new(output)) : output
  end
end

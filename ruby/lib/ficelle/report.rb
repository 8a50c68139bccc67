# frozen_string_literal: true

require 'json'
require 'puppet/reports'
require 'puppet/transaction/report'

module Ficelle
  # Report processors of modules, in a process of their own (cli/report_process.c). As in Puppet, each gets a copy of the
  # report that has its methods, and a failure is only logged.
  module Processors
    # `text`: the report as JSON.
    def self.run(names, text)
      own = Thread.list
      report = Puppet::Transaction::Report.from_data_hash(JSON.parse(text))
      names.each { |name| run_one(name, report) }
      # what a processor sends in the background
      (Thread.list - own).each(&:join)
    end

    def self.run_one(name, report)
      processor = processor_named(name) or return
      Puppet.debug("Processing report from #{report.host} with processor #{processor}")
      report.dup.extend(processor).process
    rescue StandardError, ScriptError, SystemExit => e
      Puppet.log_exception(e, "Report processor failed: #{e.message}")
      Array(e.backtrace).each { |line| Puppet.err(line) } if Puppet[:trace]
    end
    private_class_method :run_one

    def self.processor_named(name)
      found = Puppet::Reports.report(name)
      Puppet.warning("No report named '#{name}'") unless found
      found
    rescue Puppet::Error
      nil                                    # its file cannot be loaded, which was logged
    end
    private_class_method :processor_named
  end

  def self.process_report(names, text, mode)
    Puppet.run_mode = Puppet::RunMode.new(mode.to_sym)
    libdir = Puppet[:libdir].to_s
    $LOAD_PATH.push(libdir) if File.directory?(libdir)
    $stdout.sync = true
    Processors.run(names, text)
    0
  end
end

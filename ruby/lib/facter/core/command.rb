# frozen_string_literal: true

require 'timeout'

module Facter
  module Core
    module Execution
      # Runs a command once in the C locale, with a time limit.
      class Command
        LIMIT = 300
        ENVIRONMENT = { 'LC_ALL' => 'C', 'LANG' => 'C' }.freeze

        # strict: exceeding the limit raises an exception; otherwise the output so far is returned.
        def initialize(command, limit, strict: false)
          @command = command.to_s
          @limit = limit
          @strict = strict
        end

        def run
          out, out_write = IO.pipe
          err, err_write = IO.pipe
          pid = spawn(ENVIRONMENT, @command, in: File::NULL, out: out_write, err: err_write)
          [out_write, err_write].each(&:close)
          read(pid, out, err)
        ensure
          [out, out_write, err, err_write].compact.each(&:close)
          Process.wait(pid) if pid
        end

        private

        def read(pid, *streams)
          readers = streams.map { |stream| Thread.new { stream.read } }
          readers.each { |reader| reader.report_on_exception = false }
          Timeout.timeout(@limit) { readers.map(&:value) }
        rescue Timeout::Error
          text = "Timeout encounter after #{@limit}s, killing process with pid: #{pid}"
          Process.kill('KILL', pid)
          raise StandardError, text if @strict

          Facter.debug(text)
          [+'', +'']
        rescue Exception
          Process.kill('KILL', pid) # the fact's own time limit was reached
          raise
        ensure
          readers&.each(&:kill)
        end
      end
    end
  end
end

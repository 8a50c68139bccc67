# frozen_string_literal: true

require 'puppet/util/execution'

module Ficelle
  module Agent
    # Runs programs through the core, like its own providers.
    module Commands
      # Options that have another name in the core.
      NAMES = { cwd: 'directory', uid: 'user', gid: 'group', stdinfile: 'input_file', sensitive: 'sensitive' }.freeze

      module_function

      # Returns [whether it exited, status, output].
      def run(command, options)
        told = { 'separate' => !options[:combine] || options[:squelch], 'locale' => !options[:override_locale],
                 'environment' => variables(options[:custom_environment]) }
        NAMES.each { |name, core| told[core] = options[name] unless options[name].nil? }
        %w[user group].each { |name| told[name] = told[name].to_s if told[name] && !told[name].is_a?(Integer) }
        words = command.is_a?(Array) ? command.flatten.map(&:to_s) : command.to_s
        words = words.first if words.is_a?(Array) && words.size == 1 && words.first.match?(/\s/)
        found = without(options[:custom_environment]) { Core.agent_execute(words, told) }
        raise Puppet::Error, found if found.is_a?(String)
        found
      end

      def variables(given)
        (given || {}).reject { |_, value| value.nil? }.map { |name, value| "#{name}=#{value}" }
      end

      # The variables that are not nil.
      def without(given)
        before = (given || {}).select { |_, value| value.nil? }.to_h { |name, _| [name.to_s, ENV.delete(name.to_s)] }
        yield
      ensure
        before&.each { |name, value| ENV[name] = value if value }
      end
    end
  end
end

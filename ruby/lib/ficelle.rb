# frozen_string_literal: true

# The methods that the compiler calls: the entries of ruby_call (compiler/ruby/ruby.h). Files in ficelle/ add more.
module Ficelle
  Thread.report_on_exception = false
  $LOAD_PATH.unshift(File.realpath(LIBRARY))

  # Whether a catalog is being applied rather than compiled.
  def self.applying?
    const_defined?(:Agent, false) && Agent.applying?
  end

  # Entries whose files are loaded at the first call.
  { resource_type: 'restypes', resource_type_title: 'restypes', resource_type_text: 'restypes', load_transports: 'restypes',
    resource_type_doc: 'restypes/documentation', load_datatype: 'datatypes', object_constructor: 'datatypes',
    collect_facts: 'facts', render_template: 'template', agent: 'agent',
    run_subcommand: 'subcommand', help_subcommand: 'subcommand', process_report: 'report' }.each do |entry, file|
    define_singleton_method(entry) do |*args, &block|
      require "ficelle/#{file}"
      public_send(entry, *args, &block)
    end
  end
end

require 'ficelle/kernel'
require 'ficelle/standard'
require 'ficelle/failure'
require 'ficelle/values'
require 'ficelle/blocks'
require 'ficelle/types'
require 'ficelle/sensitive'
require 'ficelle/scope'
require 'ficelle/refused'
require 'ficelle/world'
require 'ficelle/functions'
require 'puppet'

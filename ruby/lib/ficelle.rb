# frozen_string_literal: true

# What the compiler calls: its methods are the entries of ruby_call (compiler/ruby/ruby.h). Files beside this one add theirs.
module Ficelle
  $PROGRAM_NAME = 'ficelle'
  Thread.report_on_exception = false
  $LOAD_PATH.unshift(LIBRARY)

  # Loads a file of this library when one of its constants is first named.
  def self.library(file)
    File.join(LIBRARY, "#{file}.rb")
  end
end

require 'ficelle/failure'
require 'ficelle/values'
require 'ficelle/types'
require 'ficelle/scope'

# frozen_string_literal: true

# Puppet's features are made here; ours are in a file of their own.
require 'puppet/features'

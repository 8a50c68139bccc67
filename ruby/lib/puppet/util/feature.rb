# frozen_string_literal: true

# Puppet defines its features in this file; here puppet/features has them.
require 'puppet/features'

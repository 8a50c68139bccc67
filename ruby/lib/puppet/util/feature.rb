# frozen_string_literal: true

# Puppet defines its features in this file; here they are in puppet/features.
require 'puppet/features'

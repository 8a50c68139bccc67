# frozen_string_literal: true

require 'puppet/resource_api'

# frozen_string_literal: true

module Ficelle
  module Facts
    # What custom facts may ask Puppet: settings and versions.
    module PuppetApi
      def self.install(settings)
      end
    end
  end
end

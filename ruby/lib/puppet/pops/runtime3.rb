# frozen_string_literal: true

module Puppet
  module Pops
    module Evaluator
      # Names of resource types and classes.
      module Runtime3ResourceSupport
        def self.find_resource_type(scope, name)
          scope.find_resource_type(name)
        end

        def self.find_hostclass(scope, name)
          scope.find_hostclass(name)
        end

        def self.find_resource_type_or_class(scope, name)
          find_resource_type(scope, name) || find_hostclass(scope, name)
        end
      end
    end
  end
end

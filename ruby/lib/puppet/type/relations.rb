# frozen_string_literal: true

class Puppet::Type
  # Automatic relationships of a type's resources (autorequire and the like): each block returns titles of another type.
  module Relations
    { require: :autorequires, before: :autobefores, subscribe: :autosubscribes,
      notify: :autonotifies }.each do |kind, list|
      variable = :"@#{list}"

      define_method("auto#{kind}") do |type, &block|
        all = instance_variable_get(variable) || instance_variable_set(variable, {})
        all[type] = block
      end

      define_method("eachauto#{kind}") do |&block|
        (instance_variable_get(variable) || {}).each(&block)
      end
    end

    def relationship_params
      RELATIONSHIP_PARAMS
    end
  end
end

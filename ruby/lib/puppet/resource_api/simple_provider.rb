# frozen_string_literal: true

module Puppet
  module ResourceApi
    # The base class of providers that define get, create, update and delete.
    class SimpleProvider
      def set(context, changes)
        raise 'SimpleProvider cannot be used with a Type that is not ensurable' unless context.type.ensurable?
        changes.each do |name, change|
          is = change.key?(:is) ? change[:is] : found(context, name)
          apply(context, name, is || absent(name), change[:should] || absent(name))
        end
      end

      %i[create update].each do |work|
        define_method(work) { |_context, _name, _should| raise "#{self.class} has not implemented `#{work}`" }
      end

      def delete(_context, _name)
        raise "#{self.class} has not implemented `delete`"
      end

      private

      def apply(context, name, is, should)
        key = context.type.namevars.length > 1 ? context.type.namevars.to_h { |var| [var, should[var]] } : name
        was, wanted = [is, should].map { |state| state[:ensure].to_s }
        if was == 'absent' && wanted == 'present' then context.creating(name) { create(context, key, should) }
        elsif was == 'present' && wanted == 'absent' then context.deleting(name) { delete(context, key) }
        elsif was == 'present' then context.updating(name) { update(context, key, should) }
        end
      end

      def found(context, name)
        all = context.type.feature?('simple_get_filter') ? get(context, [name]) : get(context)
        (all || []).find { |state| state[:name] == name }.tap { |state| context.type.check_schema(state) }
      end

      def absent(name)
        (name.is_a?(Hash) ? name.dup : { name: name }).merge(ensure: 'absent')
      end
    end
  end
end

# frozen_string_literal: true

require 'puppet/property'

# The property `ensure`, which `ensurable` defines.
class Puppet::Property::Ensure < Puppet::Property
  @name = :ensure

  DOC = 'The basic property that the resource should be in.'
  PRESENT_WHEN_MANAGED = proc { :present if @resource.managed? }

  defaultto(&PRESENT_WHEN_MANAGED)

  def self.defaultvalues
    { present: :create, absent: :destroy }.each do |value, action|
      newvalue(value) do
        provider = @resource.provider
        (provider.respond_to?(action) ? provider : @resource).public_send(action)
        nil
      end
    end
    defaultto(&PRESENT_WHEN_MANAGED)
    @doc ||= DOC
  end

  def change_to_s(current, wanted)
    return 'created' if current.nil? || current == :absent
    return 'removed' if wanted == :absent
    "#{name} changed #{is_to_s(current)} to #{should_to_s(wanted)}"
  end

  def retrieve
    asked = [@resource.provider, @resource].find { |one| one.respond_to?(:exists?) }
    raise Puppet::DevError, "No ability to determine if #{@resource.class.name} exists" unless asked
    asked.exists? ? :present : :absent
  end
end

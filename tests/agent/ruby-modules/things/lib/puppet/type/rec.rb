# frozen_string_literal: true

Puppet::Type.newtype(:rec) do
  @doc = 'A record of a file in JSON.'
  feature :colour, 'has a colour', methods: [:colour]
  ensurable do
    defaultvalues
    newvalue(:frozen, event: :rec_frozen) { provider.freeze_it }
    aliasvalue :cold, :frozen
    defaultto :present
  end
  newparam(:name, namevar: true) do
    validate { |value| raise ArgumentError, "bad name #{value}" if value.match?(/\s/) }
  end
  newproperty(:size) do
    newvalues(/^\d+$/)
    munge { |value| Integer(value) }
    def change_to_s(current, wanted)
      "size from #{current} to #{wanted}"
    end
  end
  newproperty(:list, array_matching: :all) do
    def insync?(current)
      current.sort == should.sort
    end
  end
  # As in modules for several versions of Puppet; while a run loads the type, there is no scope.
  newparam(:note) if Puppet::Util::Package.versioncmp(Puppet.version, '4.0') >= 0
  newproperty(:mode) do
    newvalues(:on, :off)
    aliasvalue :yes, :on
  end
  newproperty(:secret)
  newproperty(:shown) do
    def is_to_s(_value)
      '[old]'
    end

    def should_to_s(_value)
      '[new]'
    end
  end
  newproperty(:tint, required_features: :colour)
  autorequire(:file) { [File.expand_path('../t/recs', Puppet[:vardir])] }
  autorequire(:class) { ['Late'] } # not a resource type: nothing is required
  validate { raise ArgumentError, 'a size needs a mode' if self[:size] && !self[:mode] }

  def refresh
    provider.poke
  end
end

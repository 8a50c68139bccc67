# frozen_string_literal: true

# Makes other resources, before the run and during it. Its only property asks a provider that does not answer.
Puppet::Type.newtype(:maker) do
  newparam(:name)
  newparam(:directory)
  newproperty(:broken)

  def generate
    Puppet::Type.type(:notify).new(name: "#{self[:name]} before", tag: %w[made early], loglevel: :warning)
  end

  def eval_generate
    [Puppet::Type.type(:file).new(path: "#{self[:directory]}/#{self[:name]}", ensure: :file, content: 'made', tag: 'made')]
  end

  provide(:silent) do
    def broken
      instance_eval('no_such_thing') # without a line for Ruby to show
    end
  end
end

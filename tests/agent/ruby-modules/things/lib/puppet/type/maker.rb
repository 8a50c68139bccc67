# frozen_string_literal: true

# Generates other resources, before the run and during it. Its only property calls a provider that does not respond.
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
      instance_eval('no_such_thing') # code without a file and line
    end
  end
end

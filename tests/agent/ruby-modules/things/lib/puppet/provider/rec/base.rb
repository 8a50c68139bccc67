# frozen_string_literal: true

require 'json'

Puppet::Type.type(:rec).provide(:base) do
  defaultfor kernel: :linux
  # A legacy fact, which is not among the facts of a catalog.
  confine operatingsystem: Facter.value('os')['name'].downcase
  commands echo: 'echo', failing: 'false'
  mk_resource_methods

  def self.path
    File.expand_path('../t/recs', Puppet[:vardir])
  end

  def self.all
    File.exist?(path) ? JSON.parse(File.read(path), symbolize_names: true) : []
  end

  def self.instances
    all.map { |one| new(one.merge(ensure: one[:ensure].to_sym, mode: one[:mode]&.to_sym)) }
  end

  def self.prefetch(resources)
    instances.each { |found| resources[found.name].provider = found if resources.key?(found.name) }
  end

  def exists?
    ![nil, :absent].include?(@property_hash[:ensure])
  end

  def create
    failing('x') if resource[:name] == 'fails'
    raise Errno::ENOENT, 'nothing' if resource[:name] == 'breaks'
    @property_hash = { ensure: :present, name: resource[:name] }
    %i[size list mode secret shown].each { |name| @property_hash[name] = resource.should(name) }
    notice "creating #{resource[:name]} #{echo('hi').strip}"
  end

  def destroy
    @property_hash = { ensure: :absent, name: resource[:name] }
  end

  def freeze_it
    @property_hash.merge!(ensure: :frozen, name: resource[:name])
  end

  def poke
    warning 'poked'
  end

  def flush
    rest = self.class.all.reject { |one| one[:name] == resource[:name] }
    rest << @property_hash.compact unless @property_hash[:ensure] == :absent
    File.write(self.class.path, JSON.generate(rest))
  end
end

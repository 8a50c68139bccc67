# frozen_string_literal: true

require 'json'
require 'net/http'
require 'yaml'

# Records on an HTTP server: reads all records of a zone at once, and writes changes at the flush of a resource.
Puppet::Type.type(:dnsrr).provide(:rest) do
  mk_resource_methods

  def self.prefetch(resources)
    resources.values.group_by { |resource| resource[:zone] }.each_value do |wanted|
      zone = zone_of(wanted.first)
      records = JSON.parse(ask(zone, Net::HTTP::Get.new("/#{zone[:name]}")).body)
      wanted.each do |resource|
        found = records[resource[:name]]
        resource.provider = found ? new(from(resource[:name], found)) : new(name: resource[:name], ensure: :absent)
      end
    end
  end

  # The zone is in the catalog.
  def self.zone_of(resource)
    found = resource.catalog.resource("Dnszone[#{resource[:zone]}]")
    raise Puppet::Error, "the zone #{resource[:zone]} is not in the catalog" unless found
    found
  end

  def self.ask(zone, request)
    settings = YAML.safe_load(File.read(zone[:credentials]))
    port = File.read(File.expand_path(settings['portfile'], File.dirname(zone[:credentials]))).to_i
    answer = Net::HTTP.start('127.0.0.1', port) { |http| http.request(request) }
    raise Puppet::Error, "the server says #{answer.code}: #{answer.body}" unless answer.is_a?(Net::HTTPSuccess)
    answer
  end

  def self.from(name, record)
    { name: name, ensure: :present, rtype: record['type'], value: record['values'], ttl: record['ttl'] }
  end

  def exists?
    @property_hash[:ensure] == :present
  end

  def create
    zone = self.class.zone_of(resource)
    @property_hash = { name: resource[:name], ensure: :present, rtype: resource[:rtype], value: resource.should(:value),
                       ttl: resource[:ttl] || zone[:ttl] }
  end

  def destroy
    @property_hash[:ensure] = :absent
  end

  def flush
    zone = self.class.zone_of(resource)
    path = "/#{zone[:name]}/#{resource[:name]}"
    return self.class.ask(zone, Net::HTTP::Delete.new(path)) if @property_hash[:ensure] == :absent
    request = Net::HTTP::Put.new(path)
    request.body = JSON.generate(type: @property_hash[:rtype].to_s, values: @property_hash[:value],
                                 ttl: @property_hash[:ttl])
    self.class.ask(zone, request)
  end
end

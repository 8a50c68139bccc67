# frozen_string_literal: true

require 'json'
require 'puppet/resource_api/simple_provider'

# Keeps all widgets in one file.
class Puppet::Provider::Widget::Widget < Puppet::ResourceApi::SimpleProvider
  def path
    File.expand_path('../t/widgets', Puppet[:vardir])
  end

  def get(_context)
    File.exist?(path) ? JSON.parse(File.read(path), symbolize_names: true) : []
  end

  def canonicalize(_context, resources)
    resources.each { |one| one[:colour] = one[:colour].downcase if one[:colour].is_a?(String) }
  end

  def create(context, _name, should)
    raise 'no such size' if should[:size] == 99
    File.write(path, JSON.generate(get(context) << should))
  end

  def update(context, name, should)
    context.notice(name, 'changing')
    File.write(path, JSON.generate(get(context).map { |one| one[:name] == name ? should : one }))
  end

  def delete(context, name)
    File.write(path, JSON.generate(get(context).reject { |one| one[:name] == name }))
  end
end

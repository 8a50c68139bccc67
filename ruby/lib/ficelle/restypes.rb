# frozen_string_literal: true

require 'ficelle/restypes/sets'
require 'ficelle/restypes/model'

# Called by the compiler to describe resource types (compiler/environment/restype_ruby.c).
module Ficelle
  # Attributes, namevars and title patterns; nil: the file does not define the type.
  def self.resource_type(name, path)
    klass = Restypes.find_at(name.to_sym, path)
    klass && Restypes::Model.new(klass).to_h
  end

  # The attributes that follow from a title.
  def self.resource_type_title(name, path, title)
    Restypes::Model.new(Restypes.find_at(name.to_sym, path)).split_title(title)
  end

  # The type in the Puppet language, or an error; nil: the file does not define the type. Loads providers, too, since
  # the documentation lists them.
  def self.resource_type_text(name, path)
    Restypes.with_providers = Restypes.for_documents = true
    fault = Restypes.load_file(name, path)
    return { 'load' => fault } if fault
    klass = Restypes.current.classes[name.to_sym]
    klass && Restypes.describe(klass)
  end

  # The schemas of the transports of modules in the form of puppetserver: texts in place of symbols, members by name.
  def self.load_transports
    Restypes.load_transports.map { |schema| plain_schema(schema) }
  end

  def self.plain_schema(data)
    case data
    when ::Hash then data.map { |key, inner| [key.to_s, plain_schema(inner)] }.sort_by(&:first).to_h
    when ::Array then data.map { |inner| plain_schema(inner) }
    when ::Symbol then data.to_s
    else data
    end
  end
  private_class_method :plain_schema
end

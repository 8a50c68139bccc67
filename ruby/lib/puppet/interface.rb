# frozen_string_literal: true

require 'semantic_puppet'

# Faces: subcommands of modules. A face has actions and options; it can be called from Ruby and on the command line.
module Puppet
  class Interface
    # Options of faces and actions.
    module Options
      def option(*declaration, &block)
        add_option(OptionBuilder.build(self, *declaration, &block))
      end

      def own_options
        @own_options ||= []
      end

      def options_by_name
        @options_by_name ||= {}
      end

      def add_option(option)
        option.aliases.each do |name|
          same = options_by_name[name]
          raise ArgumentError, "Option #{option} conflicts with existing option #{same}" if same

          other = conflicting.find { |owner| owner.option?(name) }
          next unless other

          raise ArgumentError, "Option #{option} conflicts with existing option #{other.get_option(name)} on #{other}"
        end
        own_options << option.name
        option.aliases.each { |name| options_by_name[name] = option }
        option
      end

      def option?(name)
        options_by_name.include?(name.to_sym)
      end

      def display_global_options(*names)
        names.flatten.each do |name|
          unless Puppet.settings.include?(name)
            raise ArgumentError, "Global option #{name} does not exist in Puppet.settings"
          end

          (@display_global_options ||= []) << name
        end
        (@display_global_options || []).uniq
      end
      alias display_global_option display_global_options
    end
  end
end

require 'puppet/interface/documentation'
require 'puppet/interface/option'
require 'puppet/interface/action'

module Puppet
  # A face. Its actions are methods of it.
  class Interface
    include FullDocs
    include Options

    class << self
      def define(name, version, &block)
        face = found(name, version) || register(new(name, version))
        face.instance_eval(&block) if block
        face
      end

      def face?(name, version)
        load_face(name)
        found(name, version)
      end

      def [](name, version)
        face = face?(name, version)
        return face if face
        raise Error, "Could not find version #{version} of #{name}" if found(name, :current)

        raise Error, "Could not find Puppet Face #{name}"
      end

      def faces
        all.keys
      end

      def find_action(name, action, version = :current)
        face?(name, version)&.get_action(action)
      end

      def underscorize(name)
        return name.to_s.downcase.split(/[-_]+/).join('_').to_sym if name.to_s.match?(/\A[-_a-z]+\z/i)

        raise ArgumentError, "#{name.inspect} (#{name.class}) is not a valid face name"
      end

      private

      # All faces by name, with their versions.
      def all
        @@all ||= {} # rubocop:disable Style/ClassVars
      end

      def register(face)
        (all[face.name] ||= {})[face.version.to_s] = face
        face.load_actions
        face
      end

      def found(name, version)
        versions = all[underscorize(name)] or return nil
        return versions[versions.keys.max_by { |v| SemanticPuppet::Version.parse(v) }] if version == :current

        versions[version.to_s]
      end

      def load_face(name)
        require "puppet/face/#{underscorize(name)}"
      rescue LoadError => e
        raise unless e.path == "puppet/face/#{underscorize(name)}"
      end
    end

    attr_reader :name, :version

    def initialize(name, version, &block)
      unless SemanticPuppet::Version.valid?(version)
        raise ArgumentError, "Cannot create face #{name.inspect} with invalid version number '#{version}'!"
      end

      @name = Interface.underscorize(name)
      @version = SemanticPuppet::Version.parse(version)
      @authors = []
      @license = 'All Rights Reserved'
      @actions = {}
      instance_eval(&block) if block
    end

    # Modules may add actions to a face in separate files.
    def load_actions
      $LOAD_PATH.flat_map { |d| Dir.glob("#{d}/puppet/face/#{@name}/*.rb").sort }.each { |file| require file }
    end

    def synopsis
      build_synopsis(name, '<action>')
    end

    def options
      own_options
    end

    def get_option(name, _inherited = true)
      options_by_name[name.to_sym]
    end

    # The faces and actions whose options must have different names.
    def conflicting
      @actions.values
    end

    def action(name, &block)
      raise ArgumentError, "Action #{name.inspect} must specify a block" unless block

      made = ActionBuilder.build(self, name, &block)
      other = get_default_action
      raise "Actions #{other.name} and #{name} cannot both be default" if made.default? && other

      @actions[name.to_sym] = made
    end

    def get_action(name)
      @actions[name.to_sym]
    end

    def action?(name)
      @actions.key?(name.to_sym)
    end

    def actions
      @actions.keys.sort
    end

    def get_default_action
      @actions.values.find(&:default?)
    end

    def set_default_action(name)
      other = get_default_action
      raise "Actions #{other.name} and #{name} cannot both be default" if other

      get_action(name).default = true
    end

    def deprecate
      @deprecated = true
    end

    def deprecated?
      @deprecated ? true : false
    end

    def to_s
      "Puppet::Face[#{name.inspect}, #{version.inspect}]"
    end
    alias inspect to_s

    private

    # Blocks of an action and its options run as methods of the face.
    def run_block(name, block, *args)
      define_singleton_method(name, &block)
      __send__(name, *args)
    end

    def run_hooks(type, action, args, given)
      names = action.options.select { |name| given.key?(name) }
      names.reverse! if type == :after
      names.each do |name|
        hook = action.get_option(name).public_send(:"#{type}_action")
        run_block(:"#{type} #{name} of #{action.name}", hook, action, args, given) if hook
      end
    end
  end
end

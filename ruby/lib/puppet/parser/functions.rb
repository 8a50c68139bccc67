# frozen_string_literal: true

module Puppet
  module Parser
    # Functions of the 3.x API: methods of scopes.
    module Functions
      # The part of the autoloader that modules use.
      class Autoloader
        def load(name, _environment = nil)
          deprecated("load('#{name}')", %(load("#{name}")))
          path = Ficelle::Core.older_function(name.to_s)
          return false unless path

          loaded[name.to_s] = true
          Ficelle.reload_old_function(path)
          true
        end

        def loadall(_environment = nil)
          deprecated('loadall', 'loadall')
          true
        end

        def loaded?(name)
          deprecated("loaded?('#{name}')", %(loaded?("#{name}")), '.')
          loaded.key?(name.to_s)
        end

        private

        def loaded
          Ficelle.world[:autoloaded] ||= {}
        end

        def deprecated(key, call, mark = '#')
          return if Puppet[:strict] == :off

          Puppet.warn_once('deprecations', "Puppet::Parser::Functions#{mark}#{key}",
                           "The method 'Puppet::Parser::Functions.autoloader##{call}' is deprecated in favor of using " \
                           "'Scope#call_function'.")
        end
      end

      # An error for functions that only the 4.x API has.
      class Error
        def self.is4x(name)
          raise Puppet::ParseError, "#{name}() can only be called using the 4.x function API. See Scope#call_function"
        end
      end

      # Puppet's own functions of the 3.x API; most of them have been replaced by functions of the 4.x API.
      OWN = (Scope::LOG_LEVELS.map(&:to_s) + %w[
        assert_type binary_file break contain create_resources defined dig digest each epp fail file filter find_file
        fqdn_rand generate hiera hiera_array hiera_hash hiera_include include inline_epp inline_template lest lookup map
        match md5 new next realize reduce regsubst require return reverse_each scanf sha1 sha256 shellquote slice split
        sprintf step strftime tag tagged template then type versioncmp with
      ]).freeze

      class << self
        def autoloader
          @autoloader ||= Autoloader.new
        end

        def newfunction(name, options = {}, &block)
          name = name.to_sym
          Puppet.warning("Overwriting previous definition for function #{name}") if infos[name]
          type = options[:type] || :statement
          raise Puppet::DevError, "Invalid statement type #{type.inspect}" unless %i[statement rvalue].include?(type)

          Ficelle.world.define_old(:"real_function_#{name}", block)
          info = { arity: options[:arity] || -1, type: type, name: "function_#{name}" }
          info[:doc] = options[:doc] if options[:doc]
          infos[name] = info
        end

        # The name of the function's method; false: unknown function.
        def function(name, _environment = nil)
          old = Ficelle.old_function(name.to_s)
          return old[:name] if old

          OWN.include?(name.to_s) ? "function_#{name}" : false
        end

        def rvalue?(name, _environment = nil)
          function(name)
          found = infos[name.to_sym]
          found ? found[:type] == :rvalue : false
        end

        def arity(name, _environment = nil)
          function(name)
          found = infos[name.to_sym]
          found ? found[:arity] : -1
        end

        # The arguments of newfunction for a function; nil: it was not defined.
        def info(name)
          infos[name.to_sym]
        end

        # Like info, for a function that another function's file defines.
        def inner(name)
          found = infos[name.to_sym]
          found unless found.nil? || Ficelle::Core.older_function(name.to_s) || Ficelle::Core.has_function(name.to_s)
        end

        private

        def infos
          Ficelle.world[:old_functions] ||= {}
        end
      end
    end
  end
end

# frozen_string_literal: true

require 'puppet/application/face_base'
require 'puppet/util/log'

# The settings of the core decide where messages go, and which levels.
class Puppet::Util::Log
  class << self
    def newdestination(*)
    end
    alias setup_default newdestination
    alias close newdestination
    alias close_all newdestination
    alias flushqueue newdestination
    alias force_flushqueue newdestination

    def level=(level)
      Ficelle::Core.set_log_level(level.to_s)
    end
  end
end

# Subcommands of modules (cli/module_command.c): `ficelle NAME ARGUMENT…`, `ficelle help NAME [ACTION]`.
module Ficelle
  # Returns the exit status. Puppet requires an application for each face; here the face is enough.
  def self.run_subcommand(name, arguments, has_application)
    leaving do
      application(name, has_application).new(Puppet::Application::CommandLineArgs.new(name, arguments)).run
    end
  end

  def self.help_subcommand(name, arguments, has_application)
    leaving do
      if arguments.length > 1
        raise ArgumentError, "The 'puppet help' command takes two (optional) arguments: a subcommand and an action"
      end

      action = arguments.first
      klass = application(name, has_application)
      if klass.ancestors.include?(Puppet::Application::FaceBase)
        puts help_of_face(name, action)
      else
        raise ArgumentError, "The legacy subcommand '#{name}' does not support supplying an action" if action

        puts klass.new.help
      end
    rescue StandardError, ScriptError => e
      Puppet.err(e.message)
      Puppet.err("Try 'puppet help help help' for usage")
      exit(1)
    end
  end

  class << self
    private

    def application(name, has_application)
      return Puppet::Application.find(name) if has_application

      Puppet::Application.const_set(name.split('_').map(&:capitalize).join, Class.new(Puppet::Application::FaceBase))
    end

    def help_of_face(name, action)
      FaceHelp.text(name, action)
    rescue StandardError, ScriptError => e
      raise ArgumentError, "Could not load help for the face #{name}.\nPlease check the error logs for more information.\n\n" \
                           "Detail: \"#{e.message}\""
    end

    def leaving
      $stdout.sync = true
      yield
      0
    rescue SystemExit => e
      e.status
    rescue OptionParser::ParseError, Puppet::Error, LoadError => e
      Puppet.err(e.message)
      1
    end
  end
end

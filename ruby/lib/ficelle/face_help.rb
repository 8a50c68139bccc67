# frozen_string_literal: true

module Ficelle
  # The output of `help` about a face, or about one of its actions.
  module FaceHelp
    GENERAL = [['--render-as FORMAT', 'The rendering format to use.'], ['--verbose', 'Whether to log verbosely.'],
               ['--debug', 'Whether to log debug information.']].freeze
    OPTION_ROOM = 30
    LINE = 80

    module_function

    def text(face_name, action_name = nil)
      face = Puppet::Face[face_name, :current]
      return of_face(face) unless action_name

      action = face.get_action(action_name) or raise ArgumentError, "Unable to load action #{action_name} from #{face}"
      of_action(face, action)
    end

    def of_face(face)
      width = face.actions.map { |name| name.to_s.length }.max + 2
      lines = [deprecation(face, face.name), usage(face), (face.short_description || face.summary || 'undocumented subcommand').strip, '',
               'OPTIONS:', *general, *settings(face), *options(face), '', 'ACTIONS:']
      face.actions.each do |name|
        action = face.get_action(name)
        lines.concat(row("  #{action.name.to_s.ljust(width)}  ", action.summary || 'undocumented action', LINE - (width + 4)))
      end
      ending(lines, face)
    end

    def of_action(face, action)
      lines = [deprecation(action, "#{face.name} #{action.name}"), usage(action),
               action.short_description || action.summary || face.summary || 'undocumented subcommand', '']
      lines.push("RETURNS: #{action.returns.strip}", '') if action.returns
      lines.push('OPTIONS:', *general, *settings(action), *options(action))
      ending(lines, face)
    end

    def ending(lines, face)
      lines.push('', "See 'puppet help #{face.name}' or 'man puppet-#{face.name}' for full help.", '').join("\n")
    end

    def deprecation(thing, name)
      thing.deprecated? ? "\nWarning: 'puppet #{name}' is deprecated and will be removed in a future release.\n" : "\n"
    end

    def usage(thing)
      "USAGE: #{thing.synopsis}\n"
    end

    def general
      GENERAL.map { |name, summary| "  #{name.ljust(OPTION_ROOM)} - #{summary}" }
    end

    def settings(thing)
      thing.display_global_options.sort.flat_map do |name|
        row("  #{"--#{name} #{thing.setting_shown(name)}".ljust(OPTION_ROOM)} - ", Core.setting_text(name.to_s), LINE - 5 - OPTION_ROOM)
      end
    end

    def options(thing)
      thing.options.sort.reject { |name| name == :extra }.flat_map do |name|
        option = thing.get_option(name)
        row("  #{option.optparse.join(' | ')[0, OPTION_ROOM - 1].ljust(OPTION_ROOM)} - ", option.summary || 'undocumented option',
            LINE - 5 - OPTION_ROOM)
      end
    end

    # A row: a head and its text, which is wrapped if it is too long.
    def row(head, text, room)
      return ["#{head}#{text}"] if text.length <= room

      lines = ['']
      text.split.each do |word|
        if lines.last.length + word.length <= room then lines[-1] = "#{lines.last}#{word} "
        else lines << "#{word} "
        end
      end
      ["#{head}#{lines.shift.strip}", *lines.map { |line| (' ' * head.length) + line.strip }]
    end
  end
end

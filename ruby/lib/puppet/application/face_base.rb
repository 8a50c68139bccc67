# frozen_string_literal: true

require 'puppet/application'
require 'puppet/face'
require 'ficelle/face_help'

module Puppet
  class Application
    # A face on the command line: the first word that is not an option is the action, the others are its arguments.
    class FaceBase < Application
      option('--debug', '-d') { |_| set_log_level(debug: true) }
      option('--verbose', '-v') { |_| set_log_level(verbose: true) }
      option('--render-as FORMAT') { |format| self.render_as = format.to_sym }
      option('--help', '-h') do |_|
        puts Ficelle::FaceHelp.text(face.name, action && !@is_default_action ? action.name : nil)
        exit(0)
      end

      attr_accessor :face, :action, :type, :arguments
      attr_reader :render_as

      def render_as=(format)
        raise ArgumentError, "I don't know how to render '#{format}'" unless Face::FORMATS.include?(format)

        @render_as = format
      end

      def parse_options
        @type = face_name
        @face = Face[@type, :current]
        word = action_word
        @action = word && Face.find_action(@face.name, word)
        @face = @action.face if @action
        choose_default(word) unless @action
        @action.options.each { |name| self.class.option(*@action.get_option(name).optparse) }
        super
      end

      def setup
        @arguments = command_line.args
        @arguments.shift unless @is_default_action
        @arguments << options
        self.render_as = @action.render_as || :console unless render_as
      end

      def main
        status = false
        check_count
        Puppet.deprecation_warning("'puppet #{@face.name}' is deprecated and will be removed in a future release") if @face.deprecated?
        result = @face.public_send(@action.name, *arguments)
        puts render(result, arguments) unless result.nil?
        status = true
      rescue SystemExit => e
        status = e.status
      rescue StandardError, ScriptError => e
        Puppet.log_exception(e)
        Puppet.err("Try 'puppet help #{@face.name} #{@action.name}' for usage")
      ensure
        exit(status)
      end

      def render(result, arguments)
        hook = action.when_rendering(render_as)
        result = hook.arity > 1 ? hook.call(result, *arguments) : hook.call(result) if hook
        Face.render(result, render_as)
      end

      private

      def face_name
        self.class.name.sub(/.+:/, '').gsub(/([a-z])([A-Z])/, '\1_\2').downcase.to_sym
      end

      # Options of the face and of all subcommands may precede it.
      def action_word
        args = command_line.args
        at = 0
        while at < args.length
          return args[at].to_sym unless args[at].start_with?('-')

          at += takes_next?(args[at]) ? 2 : 1
        end
        nil
      end

      def takes_next?(item)
        name = @face.options.find { |option| item.match?(/\A-+#{option.to_s.gsub(/[-_]/, '[-_]')}(?:[ =].*)?\z/) }
        return @face.get_option(name).takes_argument? && !item.include?('=') if name

        declared = self.class.option_parser_commands.flat_map(&:first).find do |option|
          option.start_with?('-') && item.match?(/\A#{Regexp.escape(option.sub('[no-]', '').sub(/[ =].*\z/, ''))}(?:[ =].*)?\z/)
        end
        raise OptionParser::InvalidOption, item.sub(/=.*\z/, '') unless declared

        declared.match?(/[ =]/) && !item.include?('=')
      end

      def choose_default(word)
        @action = @face.get_default_action
        return @is_default_action = true if @action

        begin
          Application.instance_method(:parse_options).bind_call(self)
        rescue OptionParser::InvalidOption
          nil                                # ignored here: a more important error is reported
        end
        shown = word ? "'#{word}'" : 'default'
        Puppet.err("'#{@face.name}' has no #{shown} action.  See `puppet help #{@face.name}`.")
        exit(false)
      end

      def check_count
        wanted = @action.positional_arg_count
        return unless wanted.positive? && arguments.length != wanted

        raise ArgumentError, "puppet #{@face.name} #{@action.name} takes #{wanted - 1} argument#{'s' unless wanted == 2}, " \
                             "but you gave #{arguments.length - 1}"
      end
    end
  end
end

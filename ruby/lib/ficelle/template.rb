# frozen_string_literal: true

require 'erb'
require 'set'

module Puppet
  module Parser
    # `self` of a template.
    class TemplateWrapper
      # Words that allow a template to read variables that it does not name.
      INDIRECT = /instance_variable|\beval\b|\bbinding\b|\bsend\b|instance_eval/.freeze

      def initialize(scope)
        @__scope__ = scope
      end

      def scope
        @__scope__
      end

      def file
        @__file__
      end

      def has_variable?(name)
        scope.include?(name.to_s)
      end

      def classes
        scope.catalog.classes
      end

      def tags
        raise NotImplementedError, "Call 'all_tags' instead."
      end

      def all_tags
        Set.new(Ficelle::Core.template_tags)
      end

      def result(text, file = nil)
        @__file__ = file
        words = text.scrub # a template may have bytes that are not UTF-8; expressions do not match them
        # Puppet has loaded these two libraries; they are slow to load.
        require 'json' if words.match?(/json/i)
        require 'yaml' if words.match?(/yaml/i)
        names = words.scan(/@([A-Za-z_]\w*)/).flatten.uniq unless words.match?(INDIRECT)
        Ficelle::Core.template_variables(scope, names).each do |name, value|
          bind(name, value)
        end
        render(text, file)
      end

      KEPT = 500
      @compiled = {}

      def self.erb(text, file)
        template = ERB.new(text, trim_mode: '-')
        template.filename = file
        template
      end

      # A module with the template as its method __render__, so that it is parsed once; nil: the template cannot be the
      # body of a method.
      def self.compiled(text, file)
        key = [file, text]
        return @compiled[key] if @compiled.key?(key)

        @compiled.clear if @compiled.size >= KEPT
        @compiled[key] = ::Module.new.tap do |made|
          erb(text, file).def_method(made, '__render__', file || '(erb)')
          made.define_singleton_method(:method_added) { |name| TemplateWrapper.shared.define_method(name, instance_method(name)) }
        end
      rescue SyntaxError
        @compiled[key] = nil
      end

      # The methods that templates have defined in this compilation: from then on all templates can call them, also
      # those that are being rendered.
      def self.shared
        Ficelle.memory[:template_methods] ||= ::Module.new
      end

      def to_s
        "template[#{@__file__ || 'inline'}]"
      end

      private

      def render(text, file)
        compiled = TemplateWrapper.compiled(text, file)
        if compiled
          extend(TemplateWrapper.shared, compiled)
          return __render__
        end

        # Methods that this template defines are visible only in it.
        TemplateWrapper.erb(text, file).result(instance_eval { binding })
      end

      def bind(name, value)
        instance_variable_set("@#{name}", value) if name.match?(/\A[A-Za-z_]\w*\z/)
      end
    end
  end
end

module Ficelle
  # Errors of ERB templates.
  module Template
    # The line of the error in the template: the first one in the backtrace.
    def self.line(error, file)
      place = error.backtrace&.find { |l| l.start_with?("#{file}:") }
      place ? place.delete_prefix("#{file}:").to_i : 0
    end

    def self.message(error, name, file)
      return "Failed to parse inline template: #{error}" if name.empty?

      "Failed to parse template #{name}:\n  Filepath: #{file}\n  Line: #{line(error, file)}\n" \
        "  Detail: #{error}\n"
    end
  end

  # `name` is the argument of template(), `file` its path; both are empty for inline_template().
  def self.render_template(name, file, text)
    wrapper = Puppet::Parser::TemplateWrapper.new(Core.current_scope)
    wrapper.result(text, file.empty? ? nil : file)
  rescue StandardError => e
    raise Puppet::ParseError, Template.message(e, name, file)
  end
end

# frozen_string_literal: true

require 'erb'
require 'set'

module Puppet
  module Parser
    # `self` of a template.
    class TemplateWrapper
      # Words of a template that may look at variables whose names are not written in it.
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
        # These two are always there in Puppet; they take a while to load.
        require 'json' if text.match?(/json/i)
        require 'yaml' if text.match?(/yaml/i)
        names = text.scan(/@([A-Za-z_]\w*)/).flatten.uniq unless text.match?(INDIRECT)
        Ficelle::Core.template_variables(scope, names).each do |name, value|
          bind(name, Ficelle::Template.shared(scope, name) { value })
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

      # A module with the template as its method __render__; nil for one that can be no method. A template that is
      # rendered again is not parsed again.
      def self.compiled(text, file)
        key = [file, text]
        return @compiled[key] if @compiled.key?(key)

        @compiled.clear if @compiled.size >= KEPT
        @compiled[key] = ::Module.new.tap { |made| erb(text, file).def_method(made, '__render__', file || '(erb)') }
      rescue SyntaxError
        @compiled[key] = nil
      end

      def to_s
        "template[#{@__file__ || 'inline'}]"
      end

      private

      def render(text, file)
        compiled = TemplateWrapper.compiled(text, file)
        return extend(compiled).__render__ if compiled

        # Methods that a template defines are its own.
        TemplateWrapper.erb(text, file).result(instance_eval { binding })
      end

      def bind(name, value)
        instance_variable_set("@#{name}", value) if name.match?(/\A[A-Za-z_]\w*\z/)
      end
    end
  end
end

module Ficelle
  # Templates in ERB that need Ruby.
  module Template
    # A variable is one object for all templates that are being rendered, one inside the other.
    module OneObject
      def lookupvar(name, options = {})
        Template.shared(self, name) { super }
      end

      def to_hash(recursive = true, include_undef = false)
        super.each_with_object({}) do |(name, value), all|
          container = value.is_a?(Array) || value.is_a?(Hash)
          all[name] = container ? Template.shared(self, name) { value } : value
        end
      end

      # Scopes come as a new object each time.
      def ficelle_number
        @ficelle_number ||= Core.template_scope(self)
      end
    end
    Puppet::Parser::Scope.prepend(OneObject)

    Shared = Struct.new(:scope, :name, :value, :content)
    @variables = {}
    @depth = 0

    def self.shared(scope, name)
      return yield if @depth.zero?

      key = [scope.ficelle_number, name]
      return @variables[key].value if @variables.key?(key)

      value = yield
      @variables[key] = Shared.new(scope, name, value, value.hash) if value.is_a?(Array) || value.is_a?(Hash)
      value
    end

    # What templates have changed goes back to the variables when the outermost one is done.
    def self.sharing
      @depth += 1
      text = yield
      store if @depth == 1
      text
    ensure
      @depth -= 1
      @variables = {} if @depth.zero?
    end

    def self.store
      @variables.each_value do |one|
        Core.template_store(one.scope, one.name => one.value) if one.value.hash != one.content
      end
    end

    # Where an error is: the first place of the template itself.
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

  # `name` as the function was given it and `file`: empty for a text.
  def self.render_template(name, file, text)
    wrapper = Puppet::Parser::TemplateWrapper.new(Core.current_scope)
    Template.sharing { wrapper.result(text, file.empty? ? nil : file) }
  rescue StandardError => e
    raise Puppet::ParseError, Template.message(e, name, file)
  end
end

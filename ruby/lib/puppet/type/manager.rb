# frozen_string_literal: true

class Puppet::Type
  # All resource types by name. Each environment has its own set of them (Ficelle::Restypes).
  module Manager
    # Puppet::Type::Cs_group: the class of the current environment, even if another environment has a class of that
    # name.
    def self.class_of(const)
      wanted = const.to_s
      set = Ficelle::Restypes.current
      (set.making + set.classes.values).each do |klass|
        return klass if klass && klass.name.to_s.capitalize == wanted
      end
      Ficelle::Restypes.builtin(wanted.downcase.to_sym)
    end

    def newtype(name, options = {}, &block)
      unless options.is_a?(Hash)
        Puppet.warning("Puppet::Type.newtype(#{name}) now expects a hash as the second argument, not " \
                       "#{options.inspect}")
        options = {}
      end
      warn_maker(name)
      given = name
      name = name.to_s.downcase.intern
      all = Ficelle::Restypes.current.classes
      klass = named(name, Class.new(Puppet::Type) { @name = name })
      klass.send(:prepare_class, klass, attributes: options)
      evaluate_body(klass, block)
      all[name] = klass
      klass.ensurable if klass.ensurable? && !klass.validproperty?(:ensure)
      Ficelle::Restypes.add_providers(klass)
      register(given, block)
      klass
    end

    # Puppet::Type.newuser(…) makes a resource of the type.
    def method_missing(name, *args)
      klass = made_by(name)
      klass ? klass.new(*args) : super
    end

    def respond_to_missing?(name, all = false)
      !made_by(name).nil? || super
    end

    def rmtype(name)
      Ficelle::Restypes.current.classes.delete(name)
    end

    # The class of a type, loaded from the file of a module if necessary; nil: unknown type.
    def type(name)
      return nil if name.to_s.include?(':')
      Ficelle::Restypes.find(name.to_s.downcase.intern)
    end

    def eachtype(&block)
      Ficelle::Restypes.current.classes.each_value.to_a.compact.each(&block)
    end

    def loadall
      Ficelle::Restypes.load_all
    end

    private

    # Ruby's errors contain the first name that a class got, so it gets a constant for a moment. The constant is then
    # removed: each environment has its own class.
    def named(name, klass)
      const = name.to_s.capitalize
      return klass if !const.match?(/\A[A-Z]\w*\z/) || const_defined?(const, false)
      const_set(const, klass)
      remove_const(const)
    end

    # Some type files refer to their own class by its constant.
    def evaluate_body(klass, block)
      making = Ficelle::Restypes.current.making
      making.push(klass)
      klass.class_eval(&block) if block
    ensure
      making.pop
    end

    def made_by(method)
      return unless method.start_with?('new')
      name = method.to_s.delete_prefix('new').intern
      Ficelle::Restypes.current.classes[name] || Ficelle::Restypes.builtin(name)
    end

    def warn_maker(name)
      return unless singleton_class.method_defined?("new#{name}")
      Puppet.warning("'new#{name}' method already exists; skipping")
    end

    # A type can be defined only once in an environment.
    def register(name, block)
      return if Ficelle::Restypes.for_documents
      all = Ficelle::Restypes.current.registered
      if all.key?(name)
        where = all[name] ? "Originally set at #{all[name]}." : 'Set at unknown location'
        raise ArgumentError,
              "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/#{name}'. #{where}"
      end
      path, line = block&.source_location
      path &&= path.gsub(%r{[^\w./~-]}) { |c| c.bytes.map { |b| Kernel.format('%%%02X', b) }.join }
      all[name] = path && "file://#{path}?line=#{line}"
    end
  end
end

# frozen_string_literal: true

module Facter
  # The result of Facter.fact: a name and its value.
  class ResolvedFact
    attr_reader :name, :type
    attr_accessor :value

    def initialize(name, value, type = :custom)
      @name = name
      @value = Util::Values.stringify_keys(value)
      @type = type
    end

    def to_s
      value.to_s
    end
  end

  # Queries for facts by name. A dotted name is a path into a structured fact.
  module Queries
    MISSING = Object.new.freeze

    # The core facts: a hash of nested hashes, or a callable that returns it at the first query.
    attr_writer :core_facts

    def core_facts
      @core_facts = @core_facts.call if @core_facts.respond_to?(:call)
      @core_facts ||= {}
    end

    def value(query)
      answer(query)&.value
    end

    def fact(query)
      answer(query)
    end
    alias [] fact

    # The value without custom and external facts.
    def core_value(query)
      found = dig(core_facts, query.to_s)
      found.equal?(MISSING) ? nil : found
    end

    def to_hash
      collection.load_all
      merged = core_facts.dup
      collection.each { |name, value| merged[name] = Util::Values.stringify_keys(value) }
      merged
    end

    def list
      to_hash.keys.sort
    end

    def each(&block)
      to_hash.each(&block)
      self
    end

    private

    def forget_answers
      @answers = {}
    end

    def answer(query)
      query = query.to_s.downcase
      @answers ||= {}
      return @answers[query] if @answers.key?(query)

      found = resolve(query)
      found.equal?(MISSING) ? nil : (@answers[query] = ResolvedFact.new(query, found))
    end

    # Tries the file named after the fact, then core and external facts, then all files.
    def resolve(query)
      collection.load(query)
      found = from_collection(query)
      return found unless found.equal?(MISSING)

      found = dig(core_facts, query)
      return found unless found.equal?(MISSING)

      collection.load_all
      from_collection(query)
    end

    # Finds the longest prefix of the name that is a fact, and the rest of the path in its value.
    def from_collection(query)
      words = query.split('.')
      words.size.downto(1) do |n|
        fact = collection.existing(words.first(n).join('.'))
        next unless fact

        value = Util::Values.stringify_keys(fact.value)
        return n == words.size ? value : dig_words(value, words.drop(n))
      end
      MISSING
    end

    def dig(hash, query)
      return hash[query] if hash.key?(query)

      dig_words(hash, query.split('.'))
    end

    def dig_words(value, words)
      words.reduce(value) do |at, word|
        case at
        when Hash then at.fetch(word) { return MISSING }
        when Array
          return MISSING unless word.match?(/\A[0-9]+\z/)

          at.fetch(word.to_i) { return MISSING }
        else return MISSING
        end
      end
    end
  end
end

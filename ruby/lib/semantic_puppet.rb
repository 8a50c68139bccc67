# frozen_string_literal: true

# Versions of modules and packages according to semver.org 2.0.0.
module SemanticPuppet
  class Version < Numeric
    include Comparable
    include Ficelle::Crossing

    class ValidationFailure < ArgumentError
    end

    PATTERN = /\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?\z/.freeze

    attr_reader :major, :minor, :patch

    def self.parse(text)
      m = PATTERN.match(text)
      raise ValidationFailure, "Unable to parse '#{text}' as a semantic version identifier" unless m

      new(m[1].to_i, m[2].to_i, m[3].to_i, parts(m[4]), parts(m[5]))
    end

    def self.valid?(text)
      PATTERN.match?(text)
    end

    def self.parts(text)
      text && text.split('.').map { |p| p.match?(/\A\d+\z/) ? p.to_i : p }
    end
    private_class_method :parts

    def initialize(major, minor, patch, prerelease = nil, build = nil)
      @major = major
      @minor = minor
      @patch = patch
      @prerelease = prerelease
      @build = build
    end

    def prerelease
      @prerelease && @prerelease.join('.')
    end

    def build
      @build && @build.join('.')
    end

    def stable?
      @prerelease.nil? || @prerelease.empty?
    end

    def next(part)
      case part
      when :major then Version.new(@major + 1, 0, 0)
      when :minor then Version.new(@major, @minor + 1, 0)
      when :patch then Version.new(@major, @minor, @patch + 1)
      end
    end

    def to_stable
      stable? ? self : Version.new(@major, @minor, @patch)
    end

    def <=>(other)
      return nil unless other.is_a?(Version)

      order = [@major, @minor, @patch] <=> [other.major, other.minor, other.patch]
      order.zero? ? compare_prerelease(other) : order
    end

    def eql?(other)
      other.is_a?(Version) && to_s == other.to_s
    end

    def hash
      to_s.hash
    end

    def to_s
      text = "#{@major}.#{@minor}.#{@patch}"
      text += "-#{prerelease}" unless stable?
      text += "+#{build}" if @build
      text
    end
    alias inspect to_s

    def to_ficelle
      ['SemVer', to_s]
    end

    protected

    def prerelease_parts
      @prerelease || []
    end

    private

    def compare_prerelease(other)
      mine = prerelease_parts
      theirs = other.prerelease_parts
      return 0 if mine.empty? && theirs.empty?
      return 1 if mine.empty?
      return -1 if theirs.empty?

      mine.zip(theirs) do |a, b|
        return 1 if b.nil?

        order = a.instance_of?(b.class) ? a <=> b : (a.is_a?(Integer) ? -1 : 1)
        return order unless order.zero?
      end
      mine.size <=> theirs.size
    end
  end

  # Ranges, evaluated by the core.
  class VersionRange
    include Ficelle::Crossing

    def self.parse(text, _strict = false)
      new(text)
    end

    def initialize(text)
      @text = text
    end

    def include?(version)
      version = Version.parse(version) if version.is_a?(String)
      Ficelle::Core.type_instance(Ficelle::Core.type_parse("SemVer['#{@text}']"), version)
    end
    alias member? include?
    alias cover? include?
    alias === include?

    def to_s
      @text
    end

    def ==(other)
      other.is_a?(VersionRange) && other.to_s == @text
    end
    alias eql? ==

    def hash
      @text.hash
    end

    def to_ficelle
      ['SemVerRange', @text]
    end
  end
end

Ficelle::Values::MAKERS['SemVer'] = SemanticPuppet::Version.method(:parse)
Ficelle::Values::MAKERS['SemVerRange'] = SemanticPuppet::VersionRange.method(:new)

# frozen_string_literal: true

require 'puppet/parameter'

# Options for a package manager: strings, or hashes of them; values with spaces are quoted.
class Puppet::Parameter::PackageOptions < Puppet::Parameter
  def unsafe_munge(values)
    (values.is_a?(Array) ? values : [values]).map do |option|
      case option
      when Hash then option.to_h { |k, v| [quote(k), quote(v)] }
      when String then quote(option)
      else fail('Expected either a string or hash of options')
      end
    end
  end

  def quote(text)
    text.include?(' ') ? "\"#{text.gsub('"', '\"')}\"" : text
  end
end

# frozen_string_literal: true

require 'puppet'

module Puppet
  module Util
    # Modes of files in chmod's syntax: '644', 'u=rw,go=r', 'a+X'.
    module SymbolicFileMode
      SetUIDBit = ReadBit = 4
      SetGIDBit = WriteBit = 2
      StickyBit = ExecBit = 1
      SymbolicMode = { 'x' => ExecBit, 'w' => WriteBit, 'r' => ReadBit }.freeze
      SymbolicSpecialToBit = {
        't' => { 'u' => StickyBit, 'g' => StickyBit, 'o' => StickyBit },
        's' => { 'u' => SetUIDBit, 'g' => SetGIDBit, 'o' => StickyBit }
      }.freeze

      OCTAL = /^0?[0-7]{1,4}$/
      CLAUSE = /[ugoa]*[-=+][-=+rstwxXugo]*/
      SHIFTS = { 's' => 9, 'u' => 6, 'g' => 3, 'o' => 0 }.freeze
      private_constant :OCTAL, :CLAUSE, :SHIFTS

      def valid_symbolic_mode?(value)
        value = normalize_symbolic_mode(value)
        value =~ OCTAL || value =~ /^#{CLAUSE}(,#{CLAUSE})*$/ ? true : false
      end

      def display_mode(value)
        value =~ OCTAL ? value.rjust(4, '0') : value
      end

      # Numbers become octal digits; texts lose leading zeroes.
      def normalize_symbolic_mode(value)
        return if value.nil?
        return value.to_s(8) if value.is_a?(Numeric)

        value =~ OCTAL ? value.to_i(8).to_s(8) : value
      end

      # The mode that a file with the mode `to_mode` gets.
      def symbolic_mode_to_int(modification, to_mode = 0, is_a_directory = false)
        raise Puppet::Error, 'An empty mode string is illegal' if modification.nil? || modification == ''
        return modification.to_i(8) if modification =~ /^[0-7]+$/
        raise Puppet::Error, 'Numeric modes must be in octal, not decimal!' if modification =~ /^\d+$/

        fail "non-numeric current mode (#{to_mode.inspect})" unless to_mode.is_a?(Numeric)
        executable = is_a_directory || (to_mode & 0o111) != 0
        mode = SHIFTS.transform_values { |shift| (to_mode >> shift) & 7 }
        modification.split(/\s*,\s*/).each { |part| apply_mode_clause(mode, part, modification, executable) }
        mode.sum { |who, bits| bits << SHIFTS[who] }
      end

      private

      def apply_mode_clause(mode, part, modification, executable)
        clause = /^([ugoa]*)([-+=].*)$/.match(part) or raise Puppet::Error, 'Missing action'
        before = mode.dup
        people = clause[1].empty? ? 'a' : clause[1]
        people.gsub('a', 'ugo').chars.uniq.each { |who| mode[who] = mode_of(who, clause[2], mode, before, executable) }
      rescue Puppet::Error => e
        where = part == modification ? '' : " at #{part.inspect}"
        raise Puppet::Error, "#{e}#{where} in symbolic mode #{modification.inspect}", e.backtrace
      end

      # Computes the permissions of `who`; sets s and t in the mode directly.
      def mode_of(who, actions, mode, before, executable)
        action = nil
        change = ->(bits, more) { action == '-' ? bits & ~more : bits | more }
        actions.each_char.inject(before[who]) do |bits, letter|
          case letter
          when '-', '+', '='
            action = letter
            letter == '=' ? 0 : bits
          when 'u', 'g', 'o' then change.call(bits, before[letter])
          when 'r', 'w', 'x' then change.call(bits, SymbolicMode[letter])
          when 'X'
            raise Puppet::Error, "X only works with the '+' operator" unless action == '+'

            executable ? change.call(bits, ExecBit) : bits
          when 's', 't'
            mode['s'] = change.call(mode['s'], SymbolicSpecialToBit[letter][who])
            bits
          else raise Puppet::Error, 'Unknown operation'
          end
        end
      end
    end
  end
end

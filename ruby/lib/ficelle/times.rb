# frozen_string_literal: true

module Puppet
  module Pops
    # Timestamps and time spans, stored as integers of nanoseconds.
    module Time
      NSECS_PER_SEC = 1_000_000_000

      class TimeData < Numeric
        include Ficelle::Crossing
        attr_reader :nsecs

        def initialize(nsecs)
          @nsecs = nsecs
        end

        def <=>(other)
          case other
          when self.class then @nsecs <=> other.nsecs
          when Integer then to_int <=> other
          when Float then to_f <=> other
          end
        end

        def to_f
          @nsecs.fdiv(NSECS_PER_SEC)
        end

        def to_int
          @nsecs / NSECS_PER_SEC
        end
        alias to_i to_int

        def hash
          @nsecs.hash
        end

        def eql?(other)
          other.class == self.class && other.nsecs == @nsecs
        end
        alias == eql?

        def to_s
          Ficelle::Core.value_text(self)
        end

        def to_ficelle
          [self.class.name[/\w+\z/], @nsecs.divmod(NSECS_PER_SEC)]
        end

        def self.from_parts(parts)
          new(parts[0] * NSECS_PER_SEC + parts[1])
        end

        def format(format, timezone = nil)
          Ficelle::Core.call_function('strftime', timezone ? [self, format, timezone] : [self, format])
        end
      end

      class Timestamp < TimeData
        def self.now
          from_time(::Time.now)
        end

        def self.from_time(time)
          new(time.tv_sec * NSECS_PER_SEC + time.tv_nsec)
        end

        def self.parse(text, *rest)
          Ficelle::Core.call_function('new', [Ficelle::Core.type_parse('Timestamp'), text, *rest])
        end

        def +(other)
          Timestamp.new(@nsecs + (other.is_a?(TimeData) ? other.nsecs : (other * NSECS_PER_SEC).to_i))
        end

        def -(other)
          return Timespan.new(@nsecs - other.nsecs) if other.is_a?(Timestamp)

          Timestamp.new(@nsecs - (other.is_a?(TimeData) ? other.nsecs : (other * NSECS_PER_SEC).to_i))
        end

        def to_time
          ::Time.at(@nsecs / NSECS_PER_SEC, @nsecs % NSECS_PER_SEC, :nsec).utc
        end
      end

      class Timespan < TimeData
        def self.parse(text, *rest)
          Ficelle::Core.call_function('new', [Ficelle::Core.type_parse('Timespan'), text, *rest])
        end

        def +(other)
          Timespan.new(@nsecs + (other.is_a?(TimeData) ? other.nsecs : (other * NSECS_PER_SEC).to_i))
        end

        def -(other)
          Timespan.new(@nsecs - (other.is_a?(TimeData) ? other.nsecs : (other * NSECS_PER_SEC).to_i))
        end

        def -@
          Timespan.new(-@nsecs)
        end
      end
    end
  end
end

Ficelle::Values::MAKERS['Timestamp'] = Puppet::Pops::Time::Timestamp.method(:from_parts)
Ficelle::Values::MAKERS['Timespan'] = Puppet::Pops::Time::Timespan.method(:from_parts)

# frozen_string_literal: true

module Puppet
  module ResourceApi
    # Gives providers the definition of their type, and logs their messages.
    class PuppetContext
      attr_reader :type

      def initialize(type)
        @type = type
      end

      def feature_support?(feature)
        Puppet.deprecation_warning('context.feature_support? is deprecated. Please use context.type.feature? instead.')
        type.feature?(feature)
      end

      %i[debug info notice warning err].each do |level|
        # (message) or (titles, message)
        define_method(level) do |*args|
          text = case args.length
                 when 1 then "#{@about || type.name}: #{args.last}"
                 when 2 then "#{titled(args.first)}: #{args.last}"
                 else args.map(&:to_s).join(', ')
                 end
          Puppet.public_send(level, text)
        end
      end

      # Wraps the work for some titles: logs its duration, or the error.
      %i[creating updating deleting].each do |work|
        define_method(work) do |titles, message: work.to_s.capitalize, &block|
          around(titles, message, 'Start', ->(time) { [:notice, "Finished in #{time} seconds"] }, 'Failed', &block)
        end
      end

      def failing(titles, message: 'Failing', &block)
        around(titles, message, 'Start', ->(time) { [:warning, "Finished failing in #{time} seconds"] }, 'Failed', &block)
      end

      def processing(title, is, should, message: 'Processing', &block)
        one_title(:processing, title)
        finished = ->(time) { [:notice, "Finished processing #{title} in #{time} seconds: #{should}"] }
        around(title, message, "Starting processing of #{title} from #{is} to #{should}", finished,
               "Failed processing #{title}", &block)
      end

      %i[created updated deleted].each do |work|
        define_method(work) { |titles, message: work.to_s.capitalize| notice("#{message}: #{titles}") }
      end

      def processed(title, is, should)
        one_title(:processed, title)
        notice("Processed #{title} from #{is} to #{should}")
      end

      def attribute_changed(title, attribute, is, should, message: nil)
        one_title(:attribute_changed, title)
        shown = [is, should].map { |v| v ? v.is_a?(Numeric) ? v : "'#{v}'" : 'nil' }
        notice("#{title}: attribute '#{attribute}' changed from #{shown.first} to #{shown.last}#{": #{message}" if message}")
      end

      def failed(titles, message: 'Updating has failed')
        @about = titled(titles)
        err(message)
      ensure
        @about = nil
      end

      def failed?
        @failed
      end

      def reset_failed
        @failed = false
      end

      def log_exception(exception, message: 'Error encountered', trace: false)
        text = "#{message}: #{exception}"
        text += "\n#{exception.backtrace.join("\n")}" if trace || Puppet[:trace]
        err(text)
      end

      def device
        raise 'no device configured'
      end

      def transport
        device
      end

      private

      def around(titles, message, start, finished, failure)
        began = Time.now
        @about = "#{titled(titles)}#{": #{message}" if message}"
        debug(start)
        yield
        level, text = finished.call(seconds(Time.now - began))
        public_send(level, text)
      rescue StandardError => e
        log_exception(e, message: "#{failure} after #{seconds(Time.now - began)} seconds")
        @failed = true
      ensure
        @about = nil
      end

      def titled(titles)
        return type.name if titles.respond_to?(:empty?) && titles.empty? && !titles.is_a?(String)
        "#{type.name}[#{[titles].flatten.compact.join(', ')}]"
      end

      def one_title(method, title)
        raise "#{method} only accepts a single resource title" if title.respond_to?(:each)
      end

      def seconds(time)
        format(time < 1 ? '%.6f' : '%.2f', time)
      end
    end
  end
end

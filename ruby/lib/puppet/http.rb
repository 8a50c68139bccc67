# frozen_string_literal: true

require 'net/http'
require 'time'
require 'uri'

require 'puppet/ssl'

module Puppet
  # What Puppet.runtime[:http] gives to functions, types and providers.
  module HTTP
    class HTTPError < Puppet::Error; end
    class ConnectionError < HTTPError; end
    class RouteError < HTTPError; end
    class ProtocolError < HTTPError; end
    class SerializationError < HTTPError; end

    class ResponseError < HTTPError
      attr_reader :response

      def initialize(response)
        super(response.reason)
        @response = response
      end
    end

    class TooManyRedirects < HTTPError
      def initialize(address)
        super("Too many HTTP redirections for #{address}")
      end
    end

    class TooManyRetryAfters < HTTPError
      def initialize(address)
        super("Too many HTTP retries for #{address}")
      end
    end

    # An answer.
    class Response
      attr_reader :url, :code, :reason

      def initialize(url, answer)
        @url = url
        @code = answer.code.to_i
        @reason = answer.message
        @answer = answer
      end

      def body
        @answer.body
      end

      def read_body(&block)
        raise ArgumentError, 'A block is required' unless block

        @answer.read_body(&block)
      end

      def success?
        @answer.is_a?(Net::HTTPSuccess)
      end

      def [](name)
        @answer[name]
      end

      def each_header(&block)
        @answer.each_header(&block)
      end

      # Reads what the code left of the body: the connection ends with it.
      def drain
        body
        true
      end
    end

    # Checks the server's certificate, and remembers what was wrong.
    class Verifier
      attr_reader :failure

      def initialize(host)
        @host = host
      end

      def call(fine, store)
        return true if fine

        cert = store.current_cert
        @failure =
          if store.error == OpenSSL::X509::V_ERR_HOSTNAME_MISMATCH then SSL::CertMismatchError.new(cert, @host)
          else
            text = "certificate verify failed [#{store.error_string} for #{cert.subject.to_utf8}]"
            SSL::CertVerifyError.new(text, store.error, cert)
          end
        false
      end

      def explain(connection, error)
        cert = connection.peer_cert
        return error if cert.nil? || OpenSSL::SSL.verify_certificate_identity(cert, @host)

        SSL::CertMismatchError.new(cert, @host)
      end
    end

    # Makes one connection per request. Sessions, which look for Puppet's own servers, are not supported.
    class Client
      REDIRECTS = 10
      RETRIES = 100
      SCALARS = [true, false, String, Symbol, Integer, Float].freeze

      def get(url, headers: {}, params: {}, options: {}, &block)
        send_request(Net::HTTP::Get, url, headers, params, options, &block)
      end

      def head(url, headers: {}, params: {}, options: {})
        send_request(Net::HTTP::Head, url, headers, params, options)
      end

      def delete(url, headers: {}, params: {}, options: {})
        send_request(Net::HTTP::Delete, url, headers, params, options)
      end

      def put(url, body, headers: {}, params: {}, options: {})
        send_body(Net::HTTP::Put, 'put', body, url, headers, params, options)
      end

      def post(url, body, headers: {}, params: {}, options: {}, &block)
        send_body(Net::HTTP::Post, 'post', body, url, headers, params, options, &block)
      end

      def connect(uri, options: {}, &block)
        verifier = Verifier.new(uri.host)
        started = Time.now
        connected = false
        connection = connection_to(uri, options, verifier)
        connection.start
        connected = true
        begin
          block&.call(connection)
        ensure
          connection.finish if connection.started?
        end
      rescue SSL::SSLError, HTTPError
        raise
      rescue OpenSSL::SSL::SSLError => e
        error = verifier.failure || verifier.explain(connection, e)
        raise error if error.is_a?(SSL::SSLError)

        failed(uri, started, connected, e)
      rescue StandardError => e
        failed(uri, started, connected, e)
      end

      def create_session
        raise NotImplementedError, "not supported: sessions of Puppet.runtime[:http], which look for Puppet's servers"
      end

      def close
        @system_context = nil
      end

      def default_ssl_context
        SSL::SSLProvider.new.load_context
      rescue StandardError => e
        Puppet.err("Failed to initialize SSL: #{e.message}")
        Puppet.err('Run `puppet agent -t`')
        raise
      end

      private

      def send_body(kind, name, body, url, headers, params, options, &block)
        raise ArgumentError, "'#{name}' requires a string 'body' argument" unless body.is_a?(String)

        unless headers.any? { |key, _| key.to_s.casecmp('content-type').zero? }
          raise ArgumentError, "'#{name}' requires a 'content-type' header"
        end
        send_request(kind, url, headers, params, options, body, &block)
      end

      def send_request(kind, url, headers, params, options, body = nil, &block)
        request = kind.new(with_query(url, params), own_headers.merge(headers))
        request.body = body if body
        request.content_length = body.bytesize if body
        user = options[:basic_auth] || { user: request.uri.user, password: request.uri.password }
        request.basic_auth(user[:user], user[:password]) if user[:user] && user[:password]
        follow(request, options, &block)
      end

      def own_headers
        { 'X-Puppet-Version' => Puppet.version, 'User-Agent' => Puppet[:http_user_agent] }
      end

      def follow(request, options, &block)
        redirects = retries = 0
        loop do
          response, wait = once(request, options, retries, &block)
          return response unless wait

          if wait == :redirected
            raise TooManyRedirects, request.uri if redirects >= options.fetch(:redirect_limit, REDIRECTS)

            request = redirected(request, response)
            redirects += 1
          else
            retries += 1
            Puppet.warning("Sleeping for #{wait} seconds before retrying the request")
            sleep(wait)
          end
        end
      end

      # Gives the response, and why it is not the last one: :redirected, or seconds to wait. Only the last is yielded.
      def once(request, options, retries)
        response = wait = nil
        connect(request.uri, options: options) do |connection|
          connection.request(request) do |answer|
            response = Response.new(request.uri, answer)
            Puppet.debug("HTTP #{request.method.upcase} #{request.uri} returned #{response.code} #{response.reason}")
            wait = again(request, response, retries)
            yield response if block_given? && wait.nil?
            response.drain
          end
        end
        [response, wait]
      end

      def again(request, response, retries)
        case response.code
        when 301, 302, 307 then :redirected
        when 429, 503
          raise TooManyRetryAfters, request.uri if retries >= RETRIES

          after = response['Retry-After']
          after && [seconds(after), Puppet[:runinterval]].min
        end
      end

      def seconds(after)
        Integer(after)
      rescue ArgumentError
        begin
          [(Time.rfc2822(after) - Time.now).to_i, 0].max
        rescue ArgumentError
          raise ProtocolError, "Failed to parse Retry-After header '#{after}' as an integer or RFC 2822 date"
        end
      end

      def redirected(request, response)
        location = location_of(response)
        to = request.class.new(request.uri.merge(location))
        to.body = request.body
        request.each do |name, value|
          secret = %w[authorization cookie].include?(name.downcase) && !Puppet[:location_trusted]
          next if name.casecmp('accept-encoding').zero? || name.casecmp('host').zero?

          to[name] = value unless secret && request.uri.host.casecmp(to.uri.host) != 0
        end
        to
      end

      def location_of(response)
        URI.parse(response['location'] || raise(ProtocolError, 'Location response header is missing'))
      rescue URI::InvalidURIError => e
        raise ProtocolError.new("Location URI is invalid: #{e.message}", e)
      end

      def with_query(url, params)
        return url if params.empty?

        url = url.dup
        url.query = params.flat_map { |key, value| [value].flatten(1).compact.map { |one| query_part(key, one) } }.join('&')
        url
      end

      def query_part(key, value)
        return "#{key}=#{Puppet::Util.uri_query_encode(value.to_s)}" if SCALARS.any? { |kind| kind === value }

        raise SerializationError, "HTTP REST queries cannot handle values of type '#{value.class}'"
      end

      def connection_to(uri, options, verifier)
        http = Net::HTTP.new(uri.host, uri.port, *proxy)
        http.open_timeout = Puppet[:http_connect_timeout]
        http.read_timeout = Puppet[:http_read_timeout]
        http.max_retries = 0
        use_tls(http, context_of(options), verifier) if uri.scheme == 'https'
        http
      end

      def use_tls(http, context, verifier)
        http.use_ssl = true
        http.cert_store = context.store
        http.cert = context.client_cert
        http.key = context.private_key
        http.verify_mode = context.verify_peer? ? OpenSSL::SSL::VERIFY_PEER : OpenSSL::SSL::VERIFY_NONE
        http.verify_callback = verifier
      end

      # Without a proxy in the settings that of the environment is taken.
      def proxy
        host = Puppet[:http_proxy_host].to_s
        return [:ENV] if host.empty? || host == 'none'

        user, password = %i[http_proxy_user http_proxy_password].map { |name| Puppet[name] unless Puppet[name] == 'none' }
        [host, Puppet[:http_proxy_port], user, password, Puppet[:no_proxy].to_s.delete(' ')]
      end

      def context_of(options)
        given = options[:ssl_context]
        return given || Puppet.lookup(:ssl_context) unless options[:include_system_store]
        raise HTTPError, 'The ssl_context and include_system_store parameters are mutually exclusive' if given

        provider = SSL::SSLProvider.new
        @system_context ||= provider.create_system_context(cacerts: provider.cacerts(false), include_client_cert: true)
      end

      def failed(uri, started, connected, error)
        what = case error
               when Net::OpenTimeout then 'timed out connect operation after'
               when Net::ReadTimeout then 'timed out read operation after'
               when EOFError then 'interrupted after'
               else 'failed after'
               end
        text = "Request to #{uri} #{what} #{(Time.now - started).to_f.round(3)} seconds"
        text += ": #{error.message}" if what == 'failed after'
        raise (connected ? HTTPError : ConnectionError).new(text, error)
      end
    end
  end
end

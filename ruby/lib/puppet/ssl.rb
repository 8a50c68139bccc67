# frozen_string_literal: true

require 'openssl'

module Puppet
  # Contexts of TLS for Puppet.runtime[:http], made of the files that the settings name.
  module SSL
    class SSLError < Puppet::Error; end

    class CertVerifyError < SSLError
      attr_reader :code, :cert

      def initialize(message, code, cert)
        super(message)
        @code = code
        @cert = cert
      end
    end

    class CertMismatchError < SSLError
      def initialize(cert, host)
        names = [cert.subject.to_utf8.sub(/.*=/, ''), *alternative_names(cert)].uniq
        expected = names.size > 1 ? "expected one of #{names.join(', ')}" : "expected #{names.first}"
        super("Server hostname '#{host}' did not match server certificate; #{expected}")
      end

      private

      def alternative_names(cert)
        found = cert.extensions.find { |extension| extension.oid == 'subjectAltName' }
        found ? found.value.split(/\s*,\s*/).sort : []
      end
    end

    SSLContext = Struct.new(:store, :cacerts, :crls, :private_key, :client_cert, :client_chain, :revocation, :verify_peer,
                            keyword_init: true) do
      def verify_peer?
        verify_peer != false
      end
    end

    # Makes contexts.
    class SSLProvider
      FLAGS = { chain: OpenSSL::X509::V_FLAG_CRL_CHECK | OpenSSL::X509::V_FLAG_CRL_CHECK_ALL,
                leaf: OpenSSL::X509::V_FLAG_CRL_CHECK }.freeze
      PEM = { cert: /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/m,
              crl: /-----BEGIN X509 CRL-----.*?-----END X509 CRL-----/m }.freeze

      def create_insecure_context
        SSLContext.new(store: store_of([], [], false), cacerts: [], crls: [], verify_peer: false).freeze
      end

      def create_root_context(cacerts:, crls: [], revocation: Puppet[:certificate_revocation])
        SSLContext.new(store: store_of(cacerts, crls, revocation), cacerts: cacerts, crls: crls,
                       revocation: revocation).freeze
      end

      # Trusts the authorities of this system, too, and checks no revocation.
      def create_system_context(cacerts:, path: Puppet[:ssl_trust_store], include_client_cert: false)
        store = store_of(cacerts, [], false)
        store.set_default_paths
        store.add_file(path) if path && File.size?(path)
        own = include_client_cert ? own_identity : {}
        SSLContext.new(store: store, cacerts: cacerts, crls: [], revocation: false, **own).freeze
      end

      def create_context(cacerts:, crls:, private_key:, client_cert:, revocation: Puppet[:certificate_revocation],
                         include_system_store: false)
        store = store_of(cacerts, crls, revocation)
        store.set_default_paths if include_system_store
        SSLContext.new(store: store, cacerts: cacerts, crls: crls, private_key: private_key, client_cert: client_cert,
                       revocation: revocation).freeze
      end

      def load_context(revocation: Puppet[:certificate_revocation], include_system_store: false, **)
        cacerts = cacerts(true)
        crls = flags(revocation).zero? ? [] : parts(:hostcrl, :crl, 'The CRL is', true, OpenSSL::X509::CRL)
        create_context(cacerts: cacerts, crls: crls, private_key: key(true), client_cert: client_cert(true),
                       revocation: revocation, include_system_store: include_system_store)
      end

      def cacerts(required)
        parts(:localcacert, :cert, 'The CA certificates are', required, OpenSSL::X509::Certificate)
      end

      private

      # Empty unless both are there.
      def own_identity
        own = { private_key: key(false), client_cert: client_cert(false) }
        Puppet.warning("Private key for '#{Puppet[:certname]}' does not exist") unless own[:private_key]
        Puppet.warning("Client certificate for '#{Puppet[:certname]}' does not exist") unless own[:client_cert]
        own.values.all? ? own : {}
      end

      def flags(revocation)
        FLAGS.fetch(revocation.to_s.to_sym) { revocation == true ? FLAGS[:chain] : 0 }
      end

      def store_of(cacerts, crls, revocation)
        store = OpenSSL::X509::Store.new
        store.purpose = OpenSSL::X509::PURPOSE_ANY
        store.flags = flags(revocation)
        cacerts.each { |cert| store.add_cert(cert) }
        crls.each { |crl| store.add_crl(crl) }
        store
      end

      def client_cert(required)
        parts(:hostcert, :cert, 'The client certificate is', required, OpenSSL::X509::Certificate).first
      end

      def key(required)
        text = read(:hostprivkey, 'The private key is', required)
        password = File.file?(Puppet[:passfile].to_s) ? File.read(Puppet[:passfile]) : ''
        text && OpenSSL::PKey.read(text, password)
      rescue OpenSSL::PKey::PKeyError => e
        raise SSLError.new("Failed to load private key for host '#{Puppet[:certname]}': #{e.message}", e)
      end

      def parts(setting, kind, what, required, klass)
        read(setting, what, required).to_s.scan(PEM[kind]).map { |text| klass.new(text) }
      end

      def read(setting, what, required)
        path = Puppet[setting]
        return File.read(path) if File.file?(path)
        raise Puppet::Error, "#{what} missing from '#{path}'" if required
      end
    end
  end
end

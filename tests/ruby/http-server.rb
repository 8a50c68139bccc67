# frozen_string_literal: true

# The server of tests/ruby/http: http-server.rb DIRECTORY. Writes its certificate to ca.pem and, when it listens, the
# ports for HTTP, for HTTPS and one where nobody listens to the file ports.
require 'openssl'
require 'socket'

key = OpenSSL::PKey::RSA.new(2048)
cert = OpenSSL::X509::Certificate.new
cert.version = 2
cert.serial = 1
cert.subject = cert.issuer = OpenSSL::X509::Name.parse('/CN=localhost')
cert.public_key = key.public_key
cert.not_before = Time.now - 86_400
cert.not_after = Time.now + 86_400
extensions = OpenSSL::X509::ExtensionFactory.new(cert, cert)
cert.add_extension(extensions.create_extension('basicConstraints', 'CA:TRUE', true))
cert.add_extension(extensions.create_extension('subjectAltName', 'DNS:localhost, DNS:other.example.com'))
cert.sign(key, 'SHA256')
File.write("#{ARGV[0]}/ca.pem", cert.to_pem)

plain, secure, closed = Array.new(3) { TCPServer.new('127.0.0.1', 0) }
ports = [plain, secure, closed].map { |server| server.addr[1] }
closed.close
context = OpenSSL::SSL::SSLContext.new
context.cert = cert
context.key = key
secure = OpenSSL::SSL::SSLServer.new(secure, context)

asked = Hash.new(0)
answer = lambda do |verb, path, headers, body|
  asked[path] += 1
  case path.split('?')[0]
  when '/plain' then ['200 Fine', "X-Seen: #{path} #{headers['x-a']}\r\n", 'hello']
  when '/echo' then ['200 OK', '', "#{verb} #{body} #{headers['content-type']}"]
  when '/moved' then ['302 Found', "Location: http://localhost:#{ports[0]}/auth\r\n", 'gone']
  when '/away' then ['302 Found', "Location: http://127.0.0.1:#{ports[0]}/auth\r\n", 'gone']
  when '/loop' then ['301 Moved', "Location: http://localhost:#{ports[0]}/loop\r\n", '']
  when '/nowhere' then ['307 Moved', '', '']
  when '/auth' then ['200 OK', '', "auth #{headers['authorization']}"]
  when '/retry' then asked[path] == 1 ? ['503 Busy', "Retry-After: 0\r\n", ''] : ['200 OK', '', 'at last']
  when '/tomorrow' then ['429 Busy', "Retry-After: tomorrow\r\n", '']
  when '/busy' then ['503 Busy', '', '']
  else ['404 Not Found', '', 'no']
  end
end

serve = lambda do |client|
  while (line = client.gets)
    verb, path = line.split
    headers = {}
    while (field = client.gets.chomp) != ''
      name, text = field.split(': ', 2)
      headers[name.downcase] = text
    end
    status, more, body = answer.call(verb, path, headers, client.read(headers['content-length'].to_i))
    client.write("HTTP/1.1 #{status}\r\nContent-Length: #{body.bytesize}\r\n#{more}\r\n#{body unless verb == 'HEAD'}")
  end
rescue SystemCallError, OpenSSL::SSL::SSLError
  nil # the client went away
ensure
  client.close
end

accept = lambda do |server|
  loop do
    client = server.accept
    Thread.new { serve.call(client) }
  rescue OpenSSL::SSL::SSLError
    next # a client that does not trust the certificate
  end
end
File.write("#{ARGV[0]}/ports.new", ports.join(' '))
File.rename("#{ARGV[0]}/ports.new", "#{ARGV[0]}/ports")
[plain, secure].map { |server| Thread.new { accept.call(server) } }.each(&:join)

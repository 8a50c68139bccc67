# A server for tests of ficelle load: as much of Puppet's as an agent asks for. The name of a node says how its catalog is
# answered: bad… 500, busy… 503, cut… half of it, odd… no HTTP, slow… never. A run is good when its requests come in the
# order in which an agent sends them; what is not as an agent sends it is answered 400 with the reason.
#   server.rb DIR: writes DIR/port, DIR/ca.pem, DIR/node.pem, DIR/node.key; prints a line for each request
require 'openssl'
require 'socket'
require 'json'
require 'uri'
require 'zlib'
require 'stringio'

dir = ARGV.fetch(0)
key = OpenSSL::PKey::EC.generate('prime256v1')

def certificate(name, key, issuer, issuer_key, serial, authority)
  c = OpenSSL::X509::Certificate.new
  c.version = 2
  c.serial = serial
  c.subject = OpenSSL::X509::Name.parse("/CN=#{name}")
  c.issuer = issuer ? issuer.subject : c.subject
  c.public_key = key
  c.not_before = Time.now - 3600
  c.not_after = Time.now + 3600
  f = OpenSSL::X509::ExtensionFactory.new(issuer || c, c)
  c.add_extension(f.create_extension('basicConstraints', authority ? 'CA:TRUE' : 'CA:FALSE', true))
  c.add_extension(f.create_extension('subjectAltName', 'DNS:localhost')) unless authority
  c.sign(issuer_key, 'SHA256')
end

ca_key = OpenSSL::PKey::EC.generate('prime256v1')
ca = certificate('test CA', ca_key, nil, ca_key, 1, true)
own = certificate('localhost', key, ca, ca_key, 2, false)
node_key = OpenSSL::PKey::EC.generate('prime256v1')
File.write("#{dir}/ca.pem", ca.to_pem)
File.write("#{dir}/node.pem", certificate('node', node_key, ca, ca_key, 3, false).to_pem)
File.write("#{dir}/node.key", node_key.to_pem)

context = OpenSSL::SSL::SSLContext.new
context.cert = own
context.key = key
context.verify_mode = OpenSSL::SSL::VERIFY_PEER
context.client_ca = [ca]
context.ca_file = "#{dir}/ca.pem"
context.session_id_context = 'test'
listening = TCPServer.new('127.0.0.1', 0)
File.write("#{dir}/port.new", listening.addr[1].to_s)
File.rename("#{dir}/port.new", "#{dir}/port")

CATALOG = { 'name' => '', 'resources' => [
  { 'type' => 'File', 'title' => '/a', 'parameters' => { 'source' => 'puppet:///modules/m/a' } },
  { 'type' => 'File', 'title' => '/b', 'parameters' => { 'source' => 'puppet:///modules/m/b' } },
  { 'type' => 'File', 'title' => '/c', 'parameters' => { 'source' => 'puppet:///modules/m/a' } }
] }.freeze

# What is wrong with the form of a catalog's request; nil: nothing.
def wrong_with_form(name, body)
  form = URI.decode_www_form(body).to_h
  return 'no facts_format' unless form['facts_format'] == 'application/json'
  facts = JSON.parse(URI.decode_www_form_component(form['facts']))
  return "facts of #{facts['name']}" unless facts['name'] == name && facts['values']['clientcert'] == name
  return "hostname #{facts['values']['hostname']}" unless facts['values']['hostname'] == name[/\A[^.]*/]
  return 'another fact is changed' unless facts['values']['text'] == "a+b %20 \u00e9&=\n\"" && facts['values']['number'] == 4.5
  return 'no transaction_uuid' unless form['transaction_uuid'] =~ /\A\h{8}-\h{4}-4\h{3}-[89ab]\h{3}-\h{12}\z/
  nil
end

def wrong_with_report(name, body)
  report = JSON.parse(body)
  report['host'] == name && report['report_format'] == 12 && report['time'] =~ /\A\d{4}-/ ? nil : 'report'
end

def answer(method, path, query, body)
  case path
  when %r{\A/puppet/v3/catalog/(.*)}
    name = Regexp.last_match(1)
    return :odd if name.start_with?('odd')
    return :cut if name.start_with?('cut')
    return :slow if name.start_with?('slow')
    return [500, "{\"message\":\"Server Error: this catalog fails\"}"] if name.start_with?('bad')
    return [503, 'The server is busy'] if name.start_with?('busy')
    wrong = method == 'POST' && query['environment'] == 'lab' ? wrong_with_form(name, body) : 'method or environment'
    wrong ? [400, wrong] : [200, JSON.generate(CATALOG.merge('name' => name))]
  when %r{\A/puppet/v3/report/(.*)}
    wrong = wrong_with_report(Regexp.last_match(1), body)
    wrong ? [400, wrong] : [200, '["store"]']
  when %r{\A/puppet/v3/file_content/modules/m/[ab]\z} then [200, 'x' * 1000]
  when %r{\A/puppet/v3/(node|file_metadata|file_metadatas)/} then [200, '{}']
  else [404, '']
  end
end

def send_answer(io, status, text, gzip)
  head = "HTTP/1.1 #{status} X\r\nContent-Type: application/json\r\n"
  if gzip
    out = StringIO.new
    Zlib::GzipWriter.wrap(out) { |z| z.write(text) }
    io.write("#{head}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n#{out.string.bytesize.to_s(16)}\r\n", out.string, "\r\n0\r\n\r\n")
  else
    io.write("#{head}Content-Length: #{text.bytesize}\r\n\r\n#{text}")
  end
end

def serve(io)
  while (line = io.gets)
    method, target, = line.split
    headers = {}
    while (header = io.gets) && header != "\r\n"
      name, value = header.chomp.split(': ', 2)
      headers[name.downcase] = value
    end
    body = io.read(headers['content-length'].to_i)
    path, query = target.split('?', 2)
    query = URI.decode_www_form(query.to_s).to_h
    status, text = answer(method, path, query, body)
    $stdout.write("#{method} #{path} #{status}\n")
    case status
    when :odd then io.write("What?\r\n")
    when :cut then io.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf")
    when :slow then sleep
    else
      send_answer(io, status, text, headers['accept-encoding'].to_s.include?('gzip') && status == 200)
      next unless headers['connection'] == 'close'
    end
    break
  end
end

$stdout.sync = true
loop do
  Thread.new(listening.accept) do |socket|
    tls = OpenSSL::SSL::SSLSocket.new(socket, context)
    tls.sync_close = true
    tls.accept
    $stdout.write("connection #{tls.session_reused? ? 'resumed' : 'new'} #{tls.peer_cert ? tls.peer_cert.subject : '-'}\n")
    serve(tls)
  rescue SystemCallError, OpenSSL::SSL::SSLError, IOError
    nil
  ensure
    begin
      tls&.close
    rescue SystemCallError, OpenSSL::SSL::SSLError, IOError
      nil
    end
  end
end

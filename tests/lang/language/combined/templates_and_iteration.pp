$servers = ['a', 'b', 'c']
$text = inline_epp(@(END), { 'servers' => $servers, 'port' => 53 })
  <%- | Array[String] $servers, Integer $port = 1 | -%>
  # <%= $servers[0] %> is first
  <% $servers.each |$i, $server| { -%>
  server <%= $i + 1 %> <%= $server %>:<%= $port %>
  <% } -%>
  | END
file { '/etc/servers': content => $text }
notice($text)

# Files whose contents are requested with HTTP. The messages are those of Puppet 7.23 with such a server.
where="--no-custom_facts --confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --ssldir $PWD/ssl --certname n1"
"$top/tests/lib/http-files" > port &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -s port ] && break; sleep 0.1; done
read -r port < port
unset http_proxy HTTP_PROXY no_proxy NO_PROXY
mkdir t
echo other > t/changed
echo other > t/mtime
touch -d '2026-01-03 10:11:13 UTC' t/mtime
cat > http.pp <<END
\$at = 'http://127.0.0.1:$port'
File { backup => false }
file { '$PWD/t/sha256': source => "\${at}/sha256" }
file { '$PWD/t/md5': source => "\${at}/md5", mode => '0600' }
file { '$PWD/t/sha1': source => "\${at}/sha1" }
file { '$PWD/t/both': source => "\${at}/both" }
file { '$PWD/t/asked': source => "\${at}/md5", checksum => 'md5' }
file { '$PWD/t/old': source => "\${at}/old" }
file { '$PWD/t/mtime': source => "\${at}/old" }
file { '$PWD/t/space': source => "\${at}/a%20b" }
file { '$PWD/t/changed': source => "\${at}/sha256" }
file { '$PWD/t/again': source => "\${at}/again" }
file { '$PWD/t/second': source => ["\${at}/nothing", "\${at}/sha256"] }
file { '$PWD/t/nohead': source => "\${at}/nohead" }
END
cat > wrong.pp <<END
\$at = 'http://127.0.0.1:$port'
file { '$PWD/t/wrong': source => "\${at}/wrong" }
file { '$PWD/t/missing': source => "\${at}/nothing" }
file { '$PWD/t/forbidden': source => "\${at}/forbidden" }
file { '$PWD/t/late': source => "\${at}/late" }
file { '$PWD/t/refused': source => 'http://127.0.0.1:1/x' }
file { '$PWD/t/nowhere': source => ['http://127.0.0.1:1/x', "\${at}/sha256"] }
END
plainly() { sed -i "s#$PWD/##g; s#127.0.0.1:$port#SERVER#g; s/ in [0-9.]* seconds//; s/after [0-9.]* seconds/after N seconds/" out err; }
run 'files over HTTP' 0 apply $where http.pp
plainly
sha256=f8109bdbdd6a0680a9b36c62c8b44f934afd988d7209cfdc4125242aab39d81c
out "Notice: Compiled catalog for n1 in environment production
Notice: /Stage[main]/Main/File[t/sha256]/ensure: defined content as '{sha256}$sha256'
Notice: /Stage[main]/Main/File[t/md5]/ensure: defined content as '{md5}41b4ae99d6de4815e45145faf9bac73a'
Notice: /Stage[main]/Main/File[t/sha1]/ensure: defined content as '{sha1}20ad9462537b5781a6f65b97b4bee7aa9cf9496f'
Notice: /Stage[main]/Main/File[t/both]/ensure: defined content as '{md5}c42f18c55666343b880680e077ce311f'
Notice: /Stage[main]/Main/File[t/asked]/ensure: defined content as '{md5}41b4ae99d6de4815e45145faf9bac73a'
Notice: /Stage[main]/Main/File[t/old]/ensure: defined content as '{mtime}2026-01-03 10:11:12 UTC'
Notice: /Stage[main]/Main/File[t/space]/ensure: defined content as '{mtime}2026-01-03 10:11:12 UTC'
Notice: /Stage[main]/Main/File[t/changed]/content: content changed '{sha256}7e4fa2eb8c7ac089739d5defc4489fad68a100d92082ca35c6b40a4524821f87' to '{sha256}$sha256'
Notice: /Stage[main]/Main/File[t/again]/ensure: defined content as '{sha256}$sha256'
Notice: /Stage[main]/Main/File[t/second]/ensure: defined content as '{sha256}$sha256'
Notice: /Stage[main]/Main/File[t/nohead]/ensure: defined content as '{md5}f46ef0a3f3a64f7d71d188ae8c255f2a'
Notice: Applied catalog"
for f in sha256:sha256 md5:md5 old:old space:a%20b changed:sha256 again:sha256 second:sha256 nohead:nohead; do
  if [ "$(cat "t/${f%%:*}")" = "text of /${f#*:}" ]; then ok; else bad "t/${f%%:*} has other contents"; fi
done
if [ "$(cat t/mtime)" = other ] && [ "$(stat -c %a t/md5)" = 600 ]; then ok; else bad 'a newer file was replaced, or a mode is wrong'; fi
for zone in UTC Asia/Tokyo America/New_York; do
  TZ=$zone run "nothing to do ($zone)" 0 apply $where http.pp
  plainly
  out 'Notice: Compiled catalog for n1 in environment production
Notice: Applied catalog'
done
run 'files that cannot be fetched' 0 apply $where wrong.pp
plainly
other='({sha256}e86952825e668076046be4d36c59f36173c85a8717f2fe4fc81fd861313e406d vs {sha256}d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa)'
refused='Could not retrieve file metadata for http://127.0.0.1:1/x: Request to http://127.0.0.1:1/x failed after N seconds: Failed to open TCP connection to 127.0.0.1:1 (Connection refused - connect(2) for "127.0.0.1" port 1)'
err "Error: File written to disk did not match desired checksum; discarding changes $other
Error: /Stage[main]/Main/File[t/wrong]/ensure: change from 'absent' to 'file' failed: File written to disk did not match desired checksum; discarding changes $other
Error: /Stage[main]/Main/File[t/missing]: Could not evaluate: Could not retrieve information from environment production source(s) http://SERVER/nothing
Error: /Stage[main]/Main/File[t/forbidden]: Could not evaluate: Could not retrieve information from environment production source(s) http://SERVER/forbidden
Error: Could not set 'file' on ensure: Error 500 on SERVER: text of /late
 (file: wrong.pp, line: 5)
Error: Could not set 'file' on ensure: Error 500 on SERVER: text of /late
 (file: wrong.pp, line: 5)
Wrapped exception:
Error 500 on SERVER: text of /late

Error: /Stage[main]/Main/File[t/late]/ensure: change from 'absent' to 'file' failed: Could not set 'file' on ensure: Error 500 on SERVER: text of /late
 (file: wrong.pp, line: 5)
Error: /Stage[main]/Main/File[t/refused]: Could not evaluate: $refused
Error: /Stage[main]/Main/File[t/nowhere]: Could not evaluate: $refused"
case_name='no temporary files remain'
if [ "$(ls t | wc -l)" = 12 ]; then ok; else bad "$(ls t)"; fi
echo "file { '$PWD/t/sha256': source => 'http://127.0.0.1:$port/old', checksum => 'mtime' }" > diff.pp
touch -d '2025-01-01 UTC' t/sha256
run 'a difference' 0 apply $where --show_diff diff.pp
out '~+text of /old'
kill "$server"
wait "$server" 2> /dev/null

# `ficelle facts`.
run 'all' 0 facts
out '~"facterversion": '
run 'one' 0 facts show kernel
out '{
  "kernel": "Linux"
}'
run 'the action may be left out' 0 facts kernel --render-as json
out '{"kernel":"Linux"}'
run 'yaml' 0 facts kernel --render-as yaml
out '---
kernel: Linux'
run 'value only' 0 facts kernel --value-only
out Linux
run 'value only of two' 0 facts kernel nosuch --value-only
out '{
  "kernel": "Linux",
  "nosuch": ""
}'
err '~Warning: Incorrect use of --value-only argument'
mkdir ext
printf 'role=web\nkernel=other\n' > ext/a.txt
printf '{"site": {"name": "x"}}' > ext/b.json
run 'external' 0 facts role kernel site.name --external-dir ext --render-as json
out '{"kernel":"other","role":"web","site.name":"x"}'
err ''
printf '[1]' > ext/c.json
run 'bad external facts' 0 facts role --external-dir ext --render-as json
out '{"role":"web"}'
err 'Error: Facter: Failed to handle ext/c.json as LegacyFacter::Util::Parser::JsonParser facts: it does not contain a hash'
run 'unknown format' 1 facts --render-as dot
err "Error: I don't know how to render 'dot'"

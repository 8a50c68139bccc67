# Custom facts (in Ruby), facter.conf, and Facter's options in `ficelle facts`.
plain=$FICELLE FICELLE=$FICELLE_REAL
facts="facts --modulepath $PWD/modules --confdir $PWD/conf --vardir $PWD/var --statsfile $PWD/stats --render-as json"
mkdir -p custom external modules/mine/lib/facter modules/mine/facts.d modules/mine/plugins conf
cat > custom/a.rb <<'END'
Facter.add(:one) { setcode { { 'b' => Facter.value('os.family').to_s.length, 'a' => nil } } }
Facter.add(:two) { confine kernel: :linux; setcode { Facter.value(:from_text) } }
Facter.add(:weak) { has_weight 1; setcode { 'custom' } }
Facter.add(:kernel) { setcode { 'custom' } }
END
printf 'from_text=text\nweak=external\n' > external/a.txt
echo 'Facter.add(:of_module) { setcode { Puppet[:vardir] } }' > modules/mine/lib/facter/of_module.rb
echo 'external_of_module=1' > modules/mine/facts.d/a.txt
if [ -e "$(dirname "$FICELLE_REAL")/ficelle-ruby.so" ]; then

# A given catalog needs no facts; a fact that a provider requests is resolved, others are not.
mkdir -p asking/asks/lib/facter asking/asks/lib/puppet/type asking/asks/lib/puppet/provider/asks
echo 'Facter.add(:asked) { setcode { "resolved for #{Facter.value(:kernel)}" } }' > asking/asks/lib/facter/asked.rb
echo 'Facter.add(:below) { setcode { { "deep" => 7 } } }' > asking/asks/lib/facter/several.rb
echo "Facter.add(:unasked) { setcode { File.write('$PWD/unasked', 'x') } }" > asking/asks/lib/facter/unasked.rb
cat > asking/asks/lib/puppet/type/asks.rb <<'END'
Puppet::Type.newtype(:asks) do
  newparam(:name, namevar: true)
  newproperty(:answer) { def retrieve = Facter.value(resource[:name]).inspect }
end
END
echo "Puppet::Type.type(:asks).provide(:ruby) { confine asked: 'resolved for Linux'; def answer=(_); end }" > asking/asks/lib/puppet/provider/asks/ruby.rb
cat > asks.json <<'END'
{"name":"a.example.com","version":1,"environment":"production","tags":[],"classes":[],"edges":[],"resources":[
{"type":"Asks","title":"asked","parameters":{"answer":"x"}},{"type":"Asks","title":"below.deep","parameters":{"answer":"x"}},
{"type":"Asks","title":"nowhere","parameters":{"answer":"x"}},{"type":"Asks","title":"operatingsystem","parameters":{"answer":"x"}}]}
END
apply="apply --modulepath $PWD/asking --basemodulepath $PWD/asking --confdir $PWD/conf --vardir $PWD/var --statsfile $PWD/stats --noop"
run 'custom facts of a run with a catalog' 0 $apply --catalog asks.json
out "~Asks[asked]/answer: answer changed '\"resolved for Linux\"' to 'x' (noop)"
out "~Asks[below.deep]/answer: answer changed '7' to 'x' (noop)"
out "~Asks[nowhere]/answer: answer changed 'nil' to 'x' (noop)"
case_name='facts that were not requested'
if [ -e unasked ]; then bad 'they were resolved'; else ok; fi
sed 's/"answer":"x"/"answer":{"__ptype":"Deferred","name":"sprintf","arguments":["%s","late"]}/' asks.json > late.json
run 'Deferred functions see all facts' 0 $apply --catalog late.json
if [ -e unasked ]; then ok; else bad 'they were not resolved'; fi

# A custom fact without a value is a fact nevertheless, and may get a value during the run.
mkdir -p late/late/lib/facter late/late/lib/puppet/type
echo 'Facter.add(:nothing) { setcode { nil } }' > late/late/lib/facter/nothing.rb
echo "Facter.add(:made) { setcode { File.exist?('$PWD/made') ? 'now' : nil } }" > late/late/lib/facter/made.rb
cat > late/late/lib/puppet/type/late.rb <<'END'
Puppet::Type.newtype(:late) do
  newparam(:name, namevar: true)
  newproperty(:answer) { def retrieve = Facter.fact(resource[:name]).nil? ? 'none' : Facter.fact(resource[:name]).value.inspect }
end
END
apply="apply --modulepath $PWD/late --basemodulepath $PWD/late --confdir $PWD/conf --vardir $PWD/var --statsfile $PWD/stats"
code="late { ['nothing', 'nowhere']: answer => 'x', noop => true } file { '$PWD/made': ensure => file }
  -> late { 'made': answer => 'x', noop => true }"
run 'custom facts without values' 0 $apply -e "$code"
out "~Late[nothing]/answer: answer changed 'nil' to 'x' (noop)"
out "~Late[nowhere]/answer: answer changed 'none' to 'x' (noop)"
out "~Late[made]/answer: answer changed '\"now\"' to 'x' (noop)"
rm made
run 'custom facts without values, switched off' 0 $apply --no-custom_facts -e "$code"
out "~Late[made]/answer: answer changed 'none' to 'x' (noop)"

# On a terminal the command prints what it waits for.
if script -qec tty /dev/null 2> /dev/null < /dev/null | grep -q '^/dev/'; then
  mkdir slow
  echo 'Facter.add(:slow) { setcode { sleep 2.5; 1 } }' > slow/a.rb
  printf '#!/bin/sh\nsleep 2.5\necho slower=1\n' > slow/b.sh
  chmod +x slow/b.sh
  case_name='the line about waiting'
  timeout 60 script -qec "$FICELLE $facts slow slower --custom-dir slow --external-dir slow --timing" /dev/null < /dev/null > out
  out '~Waiting for slow/b.sh: 2 s'
  out "~Waiting for the fact 'slow': 2 s"
  # Both sleep for 2.5 s; a busy machine may take longer.
  for fact in b.sh slow; do
    took=$(sed -n "s/.*fact '$fact', took: (\([0-9.]*\)) seconds.*/\1/p" out)
    case $took in
    2.[5-9]* | [3-9].* | [1-9][0-9].*) ok ;;
    *) bad "the fact $fact took '$took' seconds" ;;
    esac
  done
  run 'no line without a terminal' 0 $facts slow --custom-dir slow --external-dir slow --no-external-facts
  out '{"slow":1}'
  err ''
fi

run 'custom facts' 0 $facts two weak kernel of_module external_of_module --custom-dir custom --external-dir external
out '{"external_of_module":"1","kernel":"Linux","of_module":"'"$PWD"'/var","two":"text","weak":"external"}'
err ''
run 'a path into a custom fact' 0 $facts one.a --custom-dir custom
out '{"one.a":""}'
run 'environment variables take precedence' 0 $facts weak --custom-dir custom
out '{"weak":"custom"}'
FACTER_weak=env run 'environment variables take precedence' 0 $facts weak --custom-dir custom --external-dir external
out '{"weak":"env"}'
run 'without custom facts' 0 $facts two of_module external_of_module --custom-dir custom --external-dir external --no-custom-facts
out '{"external_of_module":"1","of_module":"","two":""}'
run 'without Ruby' 0 $facts two ruby --custom-dir custom --no-ruby
out '{"ruby":"","two":""}'
# The fact ruby is known without starting Ruby, which could not start here.
FICELLE_RUBYLIB=/nowhere run 'the fact ruby' 0 $facts ruby rubyversion --no-custom-facts
case $(cat out) in
'{"ruby":{"platform":"'?*'","sitedir":"/'?*'","version":"'[0-9]*'"},"rubyversion":"'[0-9]*) ok ;;
*) bad "it is: $(cat out)" ;;
esac
err ''
# Without the file next to the plug-in that names libruby, the plug-in is loaded to find it.
named=$(cat out)
mkdir alone
cp "$(dirname "$FICELLE_REAL")/ficelle-ruby.so" alone
FICELLE_RUBYLIB=/nowhere FICELLE_RUBY=$PWD/alone/ficelle-ruby.so run 'the fact ruby of the plug-in' 0 $facts ruby rubyversion --no-custom-facts
out "$named"
mkdir gems
cat > gems/a.rb <<'END'
Facter.add(:before) { setcode { Object.autoload?(:Gem) && Object.autoload?(:Date) ? 'unread' : 'read' } }
Facter.add(:of_gem) { setcode { Facter.value(:before) && (Gem::Version.new('1.10') > Gem::Version.new('1.9')).to_s } }
Facter.add(:of_day) { setcode { Facter.value(:before) && Date.new(2020, 1, 2) } }
Facter.add(:same) { setcode { Facter.value(:ruby)['version'] == RUBY_VERSION && Facter.value(:rubysitedir) == RbConfig::CONFIG['sitelibdir'] } }
END
run 'gems and dates are loaded when they are used' 0 $facts before of_gem of_day same --custom-dir gems
out '{"before":"unread","of_day":"2020-01-02","of_gem":"true","same":true}'
run 'without external facts' 0 $facts from_text external_of_module --external-dir external --no-external-facts
out '{"external_of_module":"","from_text":""}'
run 'a catalog has custom facts' 0 evaluate --modulepath "$PWD/modules" --confdir "$PWD/conf" --vardir "$PWD/var" --statsfile "$PWD/stats" -e '$facts["of_module"]'
out "\"$PWD/var\""

rm -f stats
run 'custom facts are counted' 0 $facts two weak --custom-dir custom
run 'custom facts are counted' 0 stats --statsfile "$PWD/stats" --json
case_name='custom facts are counted' && if tr -d ' \n' < out | grep -q '"ficRubyCalls":{*[^0-9]*2[,}]'; then ok; else bad "$(grep -A3 ficRubyCalls out | head -4)"; fi

# Facts that crash or hang are skipped; all others are resolved.
mkdir harm
cat > harm/a.rb <<'END'
puts 'garbage'
Facter.add(:h_print) { setcode { puts 'more garbage'; 1 } }
Facter.add(:h_raise) { setcode { raise 'broken' } }
Facter.add(:h_exit) { setcode { exit 3 } }
Facter.add(:h_exit_now) { setcode { exit! 4 } }
Facter.add(:h_abort) { setcode { abort } }
Facter.add(:h_signal) { setcode { Process.kill(:KILL, $$); sleep } }
Facter.add(:h_deep) { setcode { f = ->(x) { f.call(x + 1) }; f.call(1) } }
Facter.add(:h_throw) { setcode { throw :nowhere } }
Facter.add(:h_loop) { setcode { loop { sleep 0.1 } } }
Facter.add(:h_stubborn) { setcode { begin; loop { sleep 0.1 }; rescue Exception; retry; end } } if ENV['STUBBORN']
Facter.add(:h_big) { setcode { 2**70 } }
Facter.add(:h_infinite) { setcode { 1.0 / 0 } }
Facter.add(:h_circle) { setcode { a = []; a << a; a } }
Facter.add(:h_last) { setcode { 'here' } }
END
echo 'Facter.add(:s) {' > harm/syntax.rb
echo 'exit! 5' > harm/exit.rb
run 'crashing and hanging facts' 0 $facts h_print h_last h_raise h_exit h_circle --custom-dir harm --fact_time_limit 1s
out '{"h_circle":"","h_exit":"","h_last":"here","h_print":1,"h_raise":""}'
run 'crashing and hanging facts' 0 $facts --custom-dir harm --fact_time_limit 1s
out '~"h_last":"here"'
for text in "error while resolving custom facts in harm/exit.rb exit" \
  "Error loading fact harm/syntax.rb: harm/syntax.rb:1: syntax error" \
  "Error while resolving custom fact fact='h_raise', resolution='<anonymous>': broken" \
  "Error while resolving custom fact fact='h_exit', resolution='<anonymous>': exit" \
  "Error while resolving custom fact fact='h_exit_now', resolution='<anonymous>': exit" "h_signal was ended by signal 9; skipping it" \
  "fact='h_deep', resolution='<anonymous>': stack level too deep" "uncaught throw :nowhere" \
  "Timed out after 1 seconds while resolving fact='h_loop'" \
  "Fact 'h_big': not supported: an integer beyond 64 bits" "Fact 'h_infinite': JSON cannot represent Infinity" "h_circle"; do
  err "~$text"
done
STUBBORN=1 run 'a fact that cannot be interrupted' 0 $facts h_stubborn h_last --custom-dir harm --fact_time_limit 1s
out '{"h_last":"here","h_stubborn":""}'
err '~h_stubborn takes longer than the setting fact_time_limit allows; skipping it'
mkdir paths
echo 'Facter.add(:paths) { setcode { $LOADED_FEATURES.grep(%r{vendor_ruby/(puppet|facter|hiera)}) } }' > paths/a.rb
run 'no library of Puppet or Facter is used' 0 $facts paths --custom-dir paths
out '{"paths":[]}'

mkdir once
echo 'Facter.add(:counted) { setcode { File.write("times", "x", mode: "a"); File.size("times") } }' > once/a.rb
echo 'facts : { ttls : [ { "counted" : "1 day" } ] }' > ttls.conf
run 'a custom fact in the cache' 0 $facts counted --custom-dir once --config-file ttls.conf
run 'a custom fact in the cache' 0 $facts counted --custom-dir once --config-file ttls.conf
out '{"counted":1}'
run 'a custom fact in the cache' 0 $facts counted --custom-dir once --config-file ttls.conf --no-cache
out '{"counted":2}'

FICELLE_RUBY=/nonexistent run 'without the plug-in' 0 $facts two external_of_module --custom-dir custom
out '{"external_of_module":"1","two":""}'
err '~which needs the plug-in ficelle-ruby; install the package ficelle-ruby. Skipping them'
FICELLE_RUBY=/nonexistent run 'without the plug-in nothing is missed' 0 facts kernel --modulepath "$PWD/none" --confdir "$PWD/conf" --vardir "$PWD/var" --value-only
out 'Linux'
err ''
fi

run 'strict' 1 $facts kernel nosuch --strict
err 'Error: Facter: fact "nosuch" does not exist.'
run 'legacy facts are found by name' 0 $facts operatingsystem osfamily --no-ruby
out '~"osfamily":'
run 'legacy facts are hidden' 0 $facts --no-ruby
if grep -q '"osfamily"' out; then bad 'osfamily is printed'; else ok; fi
run 'legacy facts' 0 $facts --no-ruby --show-legacy
out '~"osfamily":'
run 'yaml' 0 facts kernel -y --no-ruby --modulepath "$PWD/none"
out '---
kernel: Linux'
run 'two formats' 1 facts kernel -y -j
err 'Error: --json and --yaml options conflict: please specify only one.'
run 'timing' 0 $facts kernel --no-ruby --timing
out "~fact 'kernel', took: ("
run 'groups' 0 facts --list-block-groups
out '~- mountpoints'

cat > facter.conf <<'END'
global : { external-dir : [ "external" ], show-legacy : true }
facts : { blocklist : [ "file system", "id", "os.family", "a.txt", "mine" ], ttls : [ { "timezone" : "1 hour" }, { "p.sh" : "2 days" } ] }
fact-groups : { mine : [ "path", "external_of_module" ] }
END
printf '#!/bin/sh\necho ran >> ran\necho program=1\n' > external/p.sh
chmod +x external/p.sh
conf="--config-file facter.conf --no-ruby"
run 'blocklist' 0 $facts mountpoints identity os.family osfamily from_text path kernel external_of_module $conf
out '{"external_of_module":"","from_text":"","identity":"","kernel":"Linux","mountpoints":"","os.family":"","osfamily":"","path":""}'
run '--no-block' 0 $facts os.family from_text $conf --no-block
out '~"from_text":"text"'
rm -rf ran var/cached_facts
run 'cache' 0 $facts program $conf
run 'cache' 0 $facts program timezone $conf
out '~"program":"1"'
case_name='the program ran once' && if [ "$(wc -l < ran)" = 1 ]; then ok; else bad "$(wc -l < ran) times"; fi
run 'cached facts' 0 $facts program $conf --no-cache
case_name='--no-cache' && if [ "$(wc -l < ran)" = 2 ]; then ok; else bad "$(wc -l < ran) times"; fi
echo garbage > var/cached_facts/p.sh
run 'a damaged cache' 0 $facts program $conf
out '{"program":"1"}'
echo 'facts : { ttls : [ { "timezone" : "1 fortnight" } ] }' > bad.conf
run 'an invalid unit' 0 $facts kernel --config-file bad.conf --no-ruby
err '~Error: Facter: Could not parse time unit fortnights (try ns, nanos,'
printf 'facts : {\n' > bad.conf
run 'a damaged facter.conf' 0 $facts kernel --config-file bad.conf --no-ruby
err '~Warning: Facter: Facter failed to read config file bad.conf with the following error: bad.conf: 2:'
echo 'global : { force-dot-resolution : true }' > dots.conf
printf 'site.name=x\nos.mine=y\nkernel.z=1\n' > external/dots.txt
run 'dots' 0 $facts site os.mine kernel --config-file dots.conf --external-dir external --no-ruby
out '{"kernel":"Linux","os.mine":"y","site":{"name":"x"}}'
err '~Custom fact `kernel.z` cannot be added to collection.'
printf '#!/bin/sh\nsleep 60\n' > external/slow
chmod +x external/slow
run 'a program that does not end' 0 $facts from_text --external-dir external --no-ruby --fact_time_limit 1s
out '{"from_text":"text"}'
err '~Failed to handle external/slow as LegacyFacter::Util::Parser::ScriptParser facts: it did not end within 1 seconds'
FICELLE=$plain

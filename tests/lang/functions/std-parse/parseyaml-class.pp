notice(parseyaml('--- !ruby/object:Object {}'))

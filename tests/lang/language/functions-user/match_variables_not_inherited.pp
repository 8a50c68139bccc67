function f() { "<${1}>" }
if 'zz' =~ /(z)/ { notice(f()) }

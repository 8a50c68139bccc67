# The package providers yum and dnf with fake programs that record their arguments; the real Puppet calls them in the
# same way (tests/conformance/apply.d/package/yum*).
mkdir bin
cat > bin/rpm <<'END'
#!/bin/sh
case $1 in --version) echo 'RPM version 4.18.0'; exit ;; esac
case $1 in
-qa) echo 'old 0 2.0 1 noarch' ;;
-q) case $2 in old) echo 'old 0 2.0 1 noarch' ;; new) [ -e new ] && cat new ;; *) echo "package $2 is not installed"; exit 1 ;; esac ;;
esac
END
cat > bin/yum <<'END'
#!/bin/sh
echo "$(basename "$0") $*" >> calls
case "$*" in
*check-update*) printf '\nold.noarch 1:3.0-1 base\n'; exit 100 ;;
*' install new'*) echo 'new 0 1.5 1 noarch' > new ;;
*list*) printf 'x\nAvailable Packages\nnew.noarch 1.0-1 base\nnew.noarch 1.5-1 base\nnew.noarch 2.0-1 base\n' ;;
*lost*) echo 'No package lost available.' ;;
esac
END
cp bin/yum bin/dnf
chmod 755 bin/*
old=$PATH
PATH=$PWD/bin:$PATH
: > calls
where="--no-custom_facts --confdir $PWD/conf --vardir $PWD/var --publicdir $PWD/pub --statsfile $PWD/stats --certname vm"
code="package { 'new': ensure => '>=1.0 <2.0', provider => yum, install_options => ['--enablerepo=a', '-x'] }
package { 'old': ensure => latest, provider => dnf } package { 'lost': provider => dnf }"
run 'yum: packages' 0 apply $where -e "$code"
if [ "$(id -u)" = 0 ]; then
  out '~Package[new]/ensure: created'
  err '~Could not find package lost'
  sed 's/-d 0 //' calls > got
  check_calls='yum list new --showduplicates --enablerepo=a
yum -e 0 -y --enablerepo=a -x install new-1.5-1
dnf check-update
dnf -e 1 -y upgrade old
dnf -e 1 -y install lost'
  if [ "$(cat got)" = "$check_calls" ]; then ok; else bad 'wrong calls of yum and dnf:'; cat got; fi
else
  err '~The yum provider can only be used as root'
fi
PATH=$old

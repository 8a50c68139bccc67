if 'web42.example.com' =~ /^(\w+?)(\d+)\.(.*)$/ {
  notice($0, $1, $2, $3, "[${4}]")
}
notice("[${1}]")

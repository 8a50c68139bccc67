$changes = ['644', '0755', 'u=rw,go=r', 'a+x', 'u+s,o+t', '=t', 'ug=o', 'g-w,o=', 'go=u-w', 'a=rwx,u-x+s', '-x', 'g+s', '12345']
$changes.each |$change| { notice($change, fieldload::mode($change), fieldload::mode($change, 420), fieldload::mode($change, 493)) }
notice(fieldload::mode('u+rwX,g+rX,o-rwx', 420, true), fieldload::mode('u+rwX,g+rX,o-rwx', 420), fieldload::mode('a+X', 64))

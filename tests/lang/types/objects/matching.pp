type A = Object[{attributes => {a => Integer}}]
notice(A(1) =~ A, A(1) !~ A, 3 =~ A)
case 3 { A: { notice('no') } default: { notice('yes') } }

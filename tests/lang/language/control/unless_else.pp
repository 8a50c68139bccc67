unless true { notice('no') } else { notice('else') }
unless false { notice('body') }

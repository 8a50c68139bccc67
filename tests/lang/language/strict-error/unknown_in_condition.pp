if $nothing { notice('yes') } else { notice('no') }

# a comment
notice('a') # trailing
/* a block
   comment */ notice('b') /* and another */
notice('# not a comment')

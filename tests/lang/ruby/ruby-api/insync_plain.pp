ra_insync { 'a': force => true }

notice("<${3}>")

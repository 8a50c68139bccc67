[1].each |$trusted| { notice($trusted) }

node default { include m }

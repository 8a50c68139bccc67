class c { break() }
node default { include c }

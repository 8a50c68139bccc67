notify { 'MiXeD': tag => 'CamelCase' }
class Base_thing { }

# A class with parameters and contained resources.
class base (
  String $greeting = 'hello',
  Integer $count = 1,
) {
  notice("base ${greeting} ${count}")
  notify { 'base': message => $greeting }
}

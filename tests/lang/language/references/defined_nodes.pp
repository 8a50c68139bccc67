# node: web1
# Nodes and classes are no resource types, although both have resources in the catalog.
node web1 {
  notice(defined(Node['web1']), defined(Node), defined(Type[Node]), defined(Type[Node['web1']]))
  notice(defined('node'), defined('::node'), defined(Resource['node', 'web1']), defined(Node['web2']))
  notice(defined('class'), defined(Resource['class']), defined(Resource['class', 'Settings']))
  notice(defined('stage'), defined(Stage['main']), defined('whit'), defined(Notify))
}

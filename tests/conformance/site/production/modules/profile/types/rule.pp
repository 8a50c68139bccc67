# A rule of the firewall as data have it.
type Profile::Rule = Struct[{
    dport            => Variant[Profile::Port, Array[Profile::Port, 1]],
    Optional[source] => String[1],
    Optional[proto]  => Enum['tcp', 'udp'],
    Optional[limit]  => Pattern[/\A\d+\/(sec|min|hour)\z/],
}]

# Whom to wake up.
define monitoring::escalation (
  Pattern[/@/] $contact,
  Integer[1] $after = 3,
) {
  file { "/etc/icinga2/contacts.d/escalation-${title}.conf":
    ensure  => file,
    mode    => '0640',
    content => "apply Escalation to ${title} { after = ${after}; to = \"${contact}\" }\n",
    notify  => Service['icinga2'],
  }
}

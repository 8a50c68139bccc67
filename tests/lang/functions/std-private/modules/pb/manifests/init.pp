class pb {
  include pb::inner
  pb::thing { 'from pb': }
}

class multi::deep::er {
  notice "deep: ${title}"
  multi::thing { 'from deep': }
}

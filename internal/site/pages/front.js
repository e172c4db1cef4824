// Whoever is signed in on this device is led to the dashboard instead of the sign-in.
if (localStorage.getItem('accessTokenId')) {
  const way = document.querySelector('[data-signed-in]')
  way.textContent = way.dataset.signedIn
  way.href = way.href.replace('/dashboard/login', '/dashboard/home')
}

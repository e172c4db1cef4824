// Both halves with live reload: Vite serves the web app and hands API calls to
// the Go server, which is built and started again whenever a Go or SQL file
// changes. A build that fails leaves the running server alone.
import { spawn, spawnSync } from 'node:child_process'
import { watch } from 'node:fs'

const port = process.env.PORT ?? '8080'
const watched = /\.(go|sql|html|css|svg)$/
let server
let timer

function build() {
  const go = spawnSync('go', ['build', '-o', 'bin/rento-dev', './cmd/rento'], { stdio: 'inherit' })
  return go.status === 0
}

function start() {
  const env = { ...process.env, PORT: port, RENTO_PUBLIC_URL: process.env.RENTO_PUBLIC_URL ?? `http://localhost:5173` }
  server = spawn('bin/rento-dev', ['demo'], { stdio: 'inherit', env })
}

async function stop() {
  if (!server || server.exitCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
}

async function restart() {
  if (!build()) return
  await stop()
  start()
}

function changed(_event, path) {
  if (!path || !watched.test(path) || path.startsWith('web/dist')) return
  clearTimeout(timer)
  timer = setTimeout(restart, 200)
}

if (!build()) process.exit(1)
start()
for (const folder of ['internal', 'cmd']) watch(folder, { recursive: true }, changed)
const vite = spawn('node_modules/.bin/vite', { cwd: 'web', stdio: 'inherit' })
vite.once('exit', () => stop().then(() => process.exit(0)))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => vite.kill('SIGTERM'))

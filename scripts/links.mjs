// Checks that every relative link and picture in the Markdown files leads to a
// file of the repository, and that an anchor names a heading there.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
const files = tracked.trim().split('\n').filter((file) => existsSync(file))
const anchor = (heading) => heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-')
const anchors = (file) => [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading))
const broken = []

for (const file of files) {
  const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '')
  for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [path, fragment] = target.split('#')
    const found = path ? normalize(join(dirname(file), path)) : file
    if (!existsSync(found)) broken.push(`${file}: ${target} does not exist`)
    else if (fragment && found.endsWith('.md') && !anchors(found).includes(fragment)) broken.push(`${file}: ${target} has no such heading`)
  }
}

for (const line of broken) console.error(line)
console.log(`${files.length} documents read`)
process.exit(broken.length > 0 ? 1 : 0)

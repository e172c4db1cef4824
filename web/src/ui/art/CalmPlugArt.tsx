import { Art } from './Art'

export function CalmPlugArt() {
  return (
    <Art>
      <ellipse cx="80" cy="106" rx="54" ry="7" className="fill-surface stroke-none" />
      <rect x="46" y="22" width="68" height="80" rx="12" className="fill-surface" />
      <path d="M62 42h36M62 56h22" />
      <path d="M80 66v8" />
      <circle cx="80" cy="84" r="12" className="fill-accent" />
      <path d="m75 84 4 4 7-8" />
    </Art>
  )
}

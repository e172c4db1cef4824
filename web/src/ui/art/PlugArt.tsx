import { Art } from './Art'

export function PlugArt() {
  return (
    <Art>
      <ellipse cx="80" cy="104" rx="50" ry="8" className="fill-brand-soft stroke-none" />
      <rect x="60" y="40" width="40" height="30" rx="8" className="fill-brand-soft" />
      <path d="M70 40V26M90 40V26M80 70v14c0 10 18 4 18 14" />
      <circle cx="80" cy="55" r="4" className="fill-accent stroke-none" />
    </Art>
  )
}

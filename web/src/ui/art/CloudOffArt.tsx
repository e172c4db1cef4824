import { Art } from './Art'

export function CloudOffArt() {
  return (
    <Art>
      <ellipse cx="80" cy="100" rx="52" ry="8" className="fill-brand-soft stroke-none" />
      <path d="M52 84h56a20 20 0 0 0 3-39.8A30 30 0 0 0 54 48a18 18 0 0 0-2 36Z" className="fill-brand-soft" />
      <path d="m44 30 72 66" />
      <path d="M78 58v12" className="stroke-accent" />
      <circle cx="78" cy="77" r="1.5" className="fill-accent stroke-accent" />
    </Art>
  )
}

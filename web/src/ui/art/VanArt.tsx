import { Art } from './Art'

export function VanArt() {
  return (
    <Art>
      <ellipse cx="80" cy="102" rx="60" ry="7" className="fill-brand-soft stroke-none" />
      <path d="M24 40h70v48H24Z" className="fill-brand-soft" />
      <path d="M94 54h22l16 18v16H94ZM104 54v18h28" />
      <circle cx="46" cy="90" r="9" className="fill-surface" />
      <circle cx="112" cy="90" r="9" className="fill-surface" />
      <rect x="42" y="54" width="22" height="16" rx="3" className="fill-accent stroke-none" />
    </Art>
  )
}

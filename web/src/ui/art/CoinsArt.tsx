import { Art } from './Art'

export function CoinsArt() {
  return (
    <Art>
      <ellipse cx="80" cy="106" rx="54" ry="7" className="fill-surface stroke-none" />
      <rect x="34" y="34" width="62" height="66" rx="8" className="fill-surface" />
      <path d="M34 52h62M50 26v16M80 26v16" />
      <path d="m52 74 10 10 18-20" />
      <circle cx="112" cy="82" r="19" className="fill-accent" />
      <path d="M105 74h14M105 80h14M106 74c10 0 10 11 0 11l10 9" />
    </Art>
  )
}

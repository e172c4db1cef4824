import { Art } from './Art'

export function FriendsArt() {
  return (
    <Art>
      <ellipse cx="80" cy="106" rx="54" ry="7" className="fill-surface stroke-none" />
      <circle cx="56" cy="46" r="14" className="fill-surface" />
      <circle cx="104" cy="46" r="14" className="fill-surface" />
      <path d="M32 98c0-20 10-30 24-30s24 10 24 30M80 98c0-20 10-30 24-30s24 10 24 30" className="fill-surface" />
      <rect x="70" y="72" width="20" height="18" rx="3" className="fill-accent" />
      <path d="M80 72v18M70 79h20M75 68c2-4 5 0 5 4 0-4 3-8 5-4" />
    </Art>
  )
}

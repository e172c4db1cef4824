import { Art } from './Art'

export function EmptyShelfArt() {
  return (
    <Art>
      <ellipse cx="80" cy="108" rx="54" ry="7" className="fill-brand-soft stroke-none" />
      <path d="M40 16v92M120 16v92" />
      <path d="M40 40h80M40 72h80" className="stroke-ink" />
      <path d="M40 100h80" />
      <rect x="52" y="80" width="26" height="20" rx="3" className="fill-brand-soft" />
      <path d="M60 80v-4h10v4" />
      <circle cx="104" cy="64" r="6" className="fill-accent stroke-none" />
    </Art>
  )
}

import { Art } from './Art'

export function SofaArt() {
  return (
    <Art>
      <ellipse cx="80" cy="104" rx="60" ry="8" className="fill-brand-soft stroke-none" />
      <path d="M38 58V44a12 12 0 0 1 12-12h60a12 12 0 0 1 12 12v14" className="fill-brand-soft" />
      <path
        d="M28 66a8 8 0 0 1 16 0v12h72V66a8 8 0 0 1 16 0v20a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8Z"
        className="fill-surface"
      />
      <path d="M80 34v44M40 94v8M120 94v8" />
      <rect x="90" y="58" width="20" height="16" rx="4" className="fill-accent stroke-none" />
    </Art>
  )
}

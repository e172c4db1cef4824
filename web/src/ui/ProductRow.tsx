import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'

export interface ProductRowProps {
  name: ReactNode
  /** The URL of the picture. A drawn box replaces a missing or broken picture. */
  thumbnail?: string
  children?: ReactNode
  aside?: ReactNode
}

export function ProductThumb({ thumbnail }: { thumbnail?: string }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-chip bg-sunken text-brand-ink">
      {thumbnail && !broken ? (
        <img
          src={thumbnail}
          alt=""
          width="56"
          height="56"
          loading="lazy"
          className="size-14 object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        <Package aria-hidden="true" className="size-6" />
      )}
    </span>
  )
}

/** The picture and name of a rented item, with a few lines about it. */
export function ProductRow({ name, thumbnail, children, aside }: ProductRowProps) {
  return (
    <div className="flex items-center gap-4 rounded-row bg-surface p-4">
      <ProductThumb thumbnail={thumbnail} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="font-semibold">{name}</p>
        <div className="text-muted text-support">{children}</div>
      </div>
      {aside}
    </div>
  )
}

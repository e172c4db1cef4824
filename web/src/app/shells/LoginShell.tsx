import { Outlet } from '@tanstack/react-router'
import { ReceiptText, ShieldCheck, Truck } from 'lucide-react'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { Languages } from '#/features/session/components/Languages'
import { SofaArt } from '#/ui/art/SofaArt'
import { Logo } from '#/ui/Logo'
import { OfflineBar } from './OfflineBar'

/** Two halves on desktop, one column on mobile. It has no header and no menus. */
export function LoginShell() {
  const { productName } = useAppConfig()
  return (
    <>
      <OfflineBar />
      <div className="gutter mx-auto grid min-h-dvh max-w-[1120px] content-center gap-8 py-8 desktop:grid-cols-2 desktop:items-center desktop:gap-16">
        <aside aria-label={productName} className="grid justify-items-start gap-5">
          <a href={pageHref('/')} className="inline-flex rounded-control py-2">
            <Logo name={productName} />
          </a>
          <p className="max-w-sm font-bold text-dialog desktop:text-page">{m.app_tagline()}</p>
          <Points />
        </aside>
        <div className="grid gap-4">
          <main id="content" tabIndex={-1} className="rounded-sheet bg-surface p-6 shadow-raised desktop:p-10">
            <Outlet />
          </main>
          <footer>
            <Languages />
          </footer>
        </div>
      </div>
    </>
  )
}

function Points() {
  const points = [
    { icon: ReceiptText, text: m.app_point_dues() },
    { icon: Truck, text: m.app_point_requests() },
    { icon: ShieldCheck, text: m.app_point_pay() },
  ]
  return (
    <div className="hidden gap-5 desktop:grid">
      <ul className="grid gap-3 text-muted">
        {points.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
            {text}
          </li>
        ))}
      </ul>
      <SofaArt />
    </div>
  )
}

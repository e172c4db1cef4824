import { CircleHelp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { Button } from '#/ui/Button'

const WhySheet = lazy(() => import('./WhySheet'))

/** Opens how the sum of the dues came about. */
export function WhyAmount({ data }: { data: DashboardData }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CircleHelp aria-hidden="true" className="size-5" />
        {m.invoices_why_title()}
      </Button>
      {open && (
        <Suspense>
          <WhySheet data={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

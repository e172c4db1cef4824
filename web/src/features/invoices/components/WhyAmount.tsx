import { CircleHelp } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { failedDialog, late } from '#/kit/Late'
import { Button } from '#/ui/Button'

const WhySheet = late('why', () => import('./WhySheet'), { failed: failedDialog })

/** Opens how the sum of the dues came about. */
export function WhyAmount({ data }: { data: DashboardData }) {
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <Button variant="quiet" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CircleHelp aria-hidden="true" className="size-5" />
        {m.invoices_why_title()}
      </Button>
      {open && <WhySheet data={data} onClose={close} />}
    </>
  )
}

import type { DashboardData } from '#/api/dashboard'
import { duePartWord } from '#/kit/due-parts'
import { AmountList, AmountRow } from '#/ui/AmountRow'

/** What the sum above is made of. */
export default function DueParts({ parts }: { parts: DashboardData['dueParts'] }) {
  return (
    <div className="pt-3">
      <AmountList>
        {parts.map(({ kind, amount }) => (
          <AmountRow key={kind} label={duePartWord(kind)} value={amount} />
        ))}
      </AmountList>
    </div>
  )
}

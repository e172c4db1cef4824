import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { Chip } from '#/ui/Chip'

/** The tag of rent in advance. Its words name 5 percent, so it is hidden where no option saves that much. */
export function SaveTag() {
  const { data } = useDashboard()
  return data?.advanceDiscountPercentage === 5 && <Chip tone="accent">{m.app_save_tag()}</Chip>
}

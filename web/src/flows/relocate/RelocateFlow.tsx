import { ChooseProducts } from '#/features/requests/ChooseProducts'
import { ProgressRing } from '#/features/requests/ProgressRing'
import type { DialogProps } from '#/shared/dialog-props'

export default function RelocateFlow({ onClose }: DialogProps) {
  return <ChooseProducts flow="relocate-subscription" progress={<ProgressRing percent={20} />} onClose={onClose} />
}

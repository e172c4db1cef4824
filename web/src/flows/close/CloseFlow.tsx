import { ChooseProducts } from '#/features/requests/ChooseProducts'
import { StepCount } from '#/features/requests/FlowFrame'
import type { DialogProps } from '#/shared/dialog-props'

export default function CloseFlow({ onClose }: DialogProps) {
  return <ChooseProducts flow="close-subscription" progress={<StepCount step={1} total={5} />} onClose={onClose} />
}

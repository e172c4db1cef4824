import { ChooseProducts } from '#/features/requests/ChooseProducts'
import { StepCount } from '#/features/requests/FlowFrame'
import type { DialogProps } from '#/shared/dialog-props'

export default function TransferFlow({ onClose }: DialogProps) {
  return <ChooseProducts flow="transfer-ownership" progress={<StepCount step={1} total={2} />} onClose={onClose} />
}

import type { KycDocument } from '#/api/kyc'
import { m } from '#/copy'
import { sendDocument } from '../calls'
import { useStepTaken } from '../step'
import { UploadField } from './UploadField'

export function PanStep({ document: { replaceable: replace } }: { document: KycDocument }) {
  const taken = useStepTaken()
  return (
    <UploadField
      label={m.kyc_pan_card()}
      hint={m.kyc_pan_hint()}
      kind="any"
      send={(file, sending) => sendDocument({ document: 'panCard', file, replace }, sending)}
      onSent={taken}
      onRefused={taken}
    />
  )
}

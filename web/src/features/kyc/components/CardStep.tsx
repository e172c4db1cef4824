import { useState } from 'react'
import type { KycDocument } from '#/api/kyc'
import { m } from '#/copy'
import { SelectField } from '#/ui/SelectField'
import { type Side, sendDocument } from '../calls'
import { needsBack } from '../model'
import { useStepTaken } from '../step'
import { cardKinds, kindName } from '../words'
import { UploadField } from './UploadField'

/** Uploads a government document as pictures: its type, its front and, if needed, its back. */
export function CardStep({ document: known }: { document: KycDocument }) {
  const { document, docType = 'aadhaar', replaceable: replace } = known
  const sides = (!replace && known.sides) || []
  const taken = useStepTaken()
  const [kind, setKind] = useState<string>(docType)
  const field = (side: Side, label: string) => (
    <UploadField
      key={`${kind}-${side}`}
      label={label}
      kind="any"
      isHere={docType === kind && sides.includes(side)}
      send={(file, sending) => sendDocument({ document, file, side, docType: kind, replace }, sending)}
      onSent={taken}
      onRefused={taken}
    />
  )
  return (
    <div className="grid gap-4">
      <SelectField
        label={m.kyc_card_kind()}
        value={kind}
        options={cardKinds.map((value) => ({ value, label: kindName(value) }))}
        onChange={({ target }) => setKind(target.value)}
      />
      {kind === 'aadhaar' && <p className="text-muted text-support">{m.kyc_aadhaar_note()}</p>}
      {field('front', m.kyc_front())}
      {needsBack(kind) && field('back', m.kyc_back())}
    </div>
  )
}

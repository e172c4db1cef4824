import { useState } from 'react'
import { m } from '#/copy'
import { Confirm } from '#/kit/Dialog'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { shownAgain } from '../model'
import type { StepProps } from '../step'
import { documentName, triesLeft } from '../words'
import { CardStep } from './CardStep'
import { PanStep } from './PanStep'

/** Replaces a verified document. Before that, it says what this costs. */
export function Replace({ document, completion }: StepProps) {
  const [state, go] = useState<'closed' | 'asking' | 'open'>('closed')
  if (!document.replaceable || isDirectLogin()) return null
  if (state === 'open')
    return document.document === 'panCard' ? <PanStep document={document} /> : <CardStep document={document} />
  const again = shownAgain(document, completion).map((other) => documentName(other.document, other.label))
  return (
    <>
      <Button variant="secondary" compact className="justify-self-start" onClick={() => go('asking')}>
        {m.kyc_replace()}
      </Button>
      <Confirm
        open={state === 'asking'}
        title={m.kyc_replace_title()}
        confirmLabel={m.kyc_replace()}
        cancelLabel={m.kyc_replace_not()}
        onConfirm={() => go('open')}
        onCancel={() => go('closed')}
      >
        <div className="grid gap-3">
          <p>{m.kyc_replace_text()}</p>
          <p>{triesLeft({ ...document, attemptsLeft: document.attemptsLeft - 1 })}</p>
          {again.length > 0 && <p>{m.kyc_replace_with({ documents: again.join(', ') })}</p>}
        </div>
      </Confirm>
    </>
  )
}

import { m } from '#/copy'
import { Download } from '#/kit/Download'
import { novationAgreement } from './answers'

/** Downloads the novation agreement, to print and sign. Both owners get the same one. */
export function NovationAgreement({ ticketId }: { ticketId: string }) {
  return (
    <Download file={() => novationAgreement(ticketId)} name={`novation-agreement-${ticketId}.pdf`}>
      {m.transfers_agreement_download()}
    </Download>
  )
}

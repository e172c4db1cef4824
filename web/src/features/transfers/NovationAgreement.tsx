import { m } from '#/copy'
import { Download } from '#/kit/Download'
import { novationAgreement } from './answers'

/** The agreement of a transfer, to print and sign; both owners get the same one. */
export function NovationAgreement({ ticketId }: { ticketId: string }) {
  return (
    <Download file={() => novationAgreement(ticketId)} name={`novation-agreement-${ticketId}.pdf`}>
      {m.transfers_agreement_download()}
    </Download>
  )
}

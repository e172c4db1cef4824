import { m } from '#/copy'
import { DownloadButton } from '#/kit/DownloadButton'
import { novationAgreement } from './answers'

/** Downloads the novation agreement, to print and sign. Both owners get the same one. */
export function NovationAgreement({ ticketId }: { ticketId: string }) {
  return (
    <DownloadButton file={() => novationAgreement(ticketId)} name={`novation-agreement-${ticketId}.pdf`}>
      {m.transfers_agreement_download()}
    </DownloadButton>
  )
}

import type { KycDocument } from '#/api/kyc'
import { m } from '#/copy'
import { Fact } from '#/ui/Fact'
import { kindName } from '../words'

/** What was read from a document or looked up for it. The server masks numbers. */
function rowsOf({ document, docType, ...known }: KycDocument): [term: string, value: string | undefined][] {
  const isCard = document === 'govtDocDetails' || document === 'parentGovtDocDetails'
  return [
    [m.kyc_card_kind(), isCard && docType ? kindName(docType) : undefined],
    [m.kyc_gstin(), known.gstIn],
    [document === 'gstDetails' ? m.kyc_gst_legal_name() : m.kyc_name(), known.name],
    [m.kyc_gst_trade_name(), known.tradeName],
    [m.kyc_number(), document === 'gstDetails' ? undefined : known.maskedNumber],
    [m.kyc_company_email_address(), known.email],
    [m.kyc_college_name(), known.collegeName],
    [m.kyc_bank(), known.bankName],
    [m.kyc_bank_account(), known.maskedAccount],
  ]
}

export function Facts({ document }: { document: KycDocument }) {
  const rows = rowsOf(document).filter(([, value]) => value)
  if (rows.length === 0) return null
  return (
    <dl className="grid gap-3 rounded-row bg-surface p-4 desktop:grid-cols-2">
      {rows.map(([term, value]) => (
        <Fact key={term} term={term}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

import { useParams, useSearch } from '@tanstack/react-router'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { PaperView } from '#/features/papers/components/PaperView'
import { StatementDays } from '#/features/papers/components/StatementDays'
import { isPaperType, papers } from '#/features/papers/papers'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

/**
 * The printed form of a document that the address identifies. Without a type, an invoice.
 * Without an id, the latest one.
 */
export function PrintPdfPage() {
  const { pdfType = 'invoice' } = useParams({ from: '/_empty/print-pdf/{-$pdfType}' })
  const search = useSearch({ from: '/_empty/print-pdf/{-$pdfType}' })
  const { walletName } = useAppConfig()
  if (!isPaperType(pdfType)) return null // the route accepts no other type
  const back = (
    <LinkButton to={papers[pdfType].list} variant="quiet" compact>
      {m.kit_back()}
    </LinkButton>
  )
  return (
    <>
      <div className="print:hidden">
        <PageTitle aside={back}>{papers[pdfType].title({ wallet: walletName })}</PageTitle>
      </div>
      {papers[pdfType].isStatement && <StatementDays type={pdfType} search={search} />}
      <PaperView type={pdfType} search={search} />
    </>
  )
}

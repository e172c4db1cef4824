import { useQuery } from '@tanstack/react-query'
import { Printer, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useCustomerId } from '#/api/customer'
import { NotAvailableError } from '#/api/errors'
import { getLocale, m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { DownloadButton } from '#/kit/DownloadButton'
import { QueryContent } from '#/kit/QueryContent'
import { VoucherLink } from '#/kit/VoucherLink'
import { printPage } from '#/platform/print-page'
import { cx } from '#/shared/cx'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { SkeletonList } from '#/ui/Skeleton'
import { type PaperPages, type PaperSearch, type PaperType, paperFile, paperQuery, papers } from '../papers'

interface PaperViewProps {
  type: PaperType
  search: PaperSearch
}

/** A document page by page as it is printed, with buttons to print, download and enlarge it. */
export function PaperView({ type, search }: PaperViewProps) {
  const customer = useCustomerId()
  const query = useQuery(paperQuery(customer, type, search))
  const [large, setLarge] = useState(false)
  if (query.data === null || (!query.data && query.error instanceof NotAvailableError)) return <NoPaper type={type} />
  return (
    <QueryContent
      query={query}
      pending={<SkeletonList label={m.papers_loading()} rows={6} />}
      age={(shown) => <div className="print:hidden">{dataAge(shown)}</div>}
      failed={m.papers_failed()}
    >
      {(paper) =>
        paper && (
          <div className="grid gap-5 print:block">
            <div className="flex flex-wrap items-start gap-3 print:hidden">
              <Button compact onClick={printPage}>
                <Printer aria-hidden="true" className="size-5" />
                {m.papers_print()}
              </Button>
              <DownloadButton file={() => paperFile(customer, type, search)} name={paper.fileName} />
              {papers[type].isStatement && (
                <DownloadButton
                  file={() => paperFile(customer, type, search, 'text/csv')}
                  name={paper.fileName.replace(/pdf$/, 'csv')}
                >
                  {m.papers_csv()}
                </DownloadButton>
              )}
              <Zoom large={large} onChange={setLarge} />
            </div>
            {paper.vouchers && (
              <p className="flex flex-wrap gap-x-4 print:hidden">
                {paper.vouchers.map((voucher) => (
                  <VoucherLink key={voucher.id} voucher={voucher} />
                ))}
              </p>
            )}
            <Pages paper={paper} large={large} />
          </div>
        )
      }
    </QueryContent>
  )
}

/** On a phone, a sheet of A4 is drawn at half its size. The enlarged sheet scrolls inside its frame. */
function Zoom({ large, onChange }: { large: boolean; onChange(large: boolean): void }) {
  const Icon = large ? ZoomOut : ZoomIn
  return (
    <Button variant="secondary" compact className="desktop:hidden" onClick={() => onChange(!large)}>
      <Icon aria-hidden="true" className="size-5" />
      {large ? m.papers_whole() : m.papers_larger()}
    </Button>
  )
}

const shownAs = { whole: 'w-full', large: 'w-[860px] max-w-none desktop:w-full print:w-full' }

/** The pages as images, with their text for screen readers. */
function Pages({ paper: { pages }, large }: { paper: PaperPages; large: boolean }) {
  return pages.map(({ svg, lines }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place alone
    <section key={index} className="min-w-0">
      <div
        tabIndex={large ? 0 : undefined}
        className={cx('rounded-row', large && 'overflow-x-auto overscroll-x-contain print:overflow-visible')}
      >
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={m.papers_page({ page: index + 1, pages: pages.length })}
          className={cx('paper rounded-row bg-white', shownAs[large ? 'large' : 'whole'])}
        />
      </div>
      <div lang={getLocale()} className="visually-hidden print:hidden">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: so is a line
          <p key={at}>{line}</p>
        ))}
      </div>
    </section>
  ))
}

/** There is no such document, or it belongs to another customer. Both cases look the same. */
function NoPaper({ type }: { type: PaperType }) {
  const all = <LinkButton to={papers[type].list}>{m.papers_others()}</LinkButton>
  return (
    <EmptyState art={<EmptyShelfArt />} title={m.papers_none()} action={all}>
      {m.papers_none_text()}
    </EmptyState>
  )
}

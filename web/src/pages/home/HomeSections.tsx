import { useEffect } from 'react'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { CarouselSlot } from '#/features/banners/components/CarouselSlot'
import { BalanceCards } from '#/features/dues/components/BalanceCards'
import { DueParts } from '#/features/dues/components/DueParts'
import { DueSlip } from '#/features/dues/components/DueSlip'
import { SettlementSlip } from '#/features/dues/components/SettlementSlip'
import { bannerFor, rentalBanner } from '#/features/dues/model'
import { RentByMonth } from '#/features/invoices/components/RentByMonth'
import { WhyAmount } from '#/features/invoices/components/WhyAmount'
import { KycBanner } from '#/features/kyc/components/KycBanner'
import { usePaymentBusy } from '#/features/payments/store'
import { usePayDue } from '#/features/payments/use-pay-due'
import { DeletionNotice } from '#/features/session/components/DeletionNotice'
import { Upcoming } from '#/features/upcoming/Upcoming'
import { useBelowFold } from '#/kit/use-below-fold'
import { track } from '#/platform/analytics'
import { useCancelledDeletion } from '#/state/cancelled-deletion'
import { SkeletonList } from '#/ui/Skeleton'
import { HomeItems } from './HomeItems'
import { QuickActions } from './QuickActions'
import { WhyDeposit } from './WhyDeposit'

interface HomeSectionsProps {
  data: DashboardData
  /** False until it is known what comes next, which stands above the items and would push them down later. */
  isNextKnown: boolean
}

/** The page below the greeting: what is due, then what comes next, then what the customer rents. */
export function HomeSections({ data, isNextKnown }: HomeSectionsProps) {
  const deletionCancelled = useCancelledDeletion()
  const belowFold = useBelowFold()
  useEffect(() => track('dashboard viewed', {}, 'dashboard viewed'), [])
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
      {(data.eraseOn || deletionCancelled) && <DeletionNotice day={data.eraseOn} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desktop:grid-cols-12 desktop:gap-5">
        <div className="min-w-0 desktop:col-span-7">
          <BannerSlot data={data} />
        </div>
        <div className="desktop:col-span-5">
          <BalanceCards data={data} />
        </div>
      </div>
      {belowFold && isNextKnown && (
        <>
          <Upcoming />
          <HomeItems data={data} />
          <QuickActions data={data} />
          {data.latestInvoiceDate && <RentByMonth />}
        </>
      )}
      {belowFold && !isNextKnown && <SkeletonList label={m.subscriptions_loading()} />}
    </div>
  )
}

function BannerSlot({ data }: { data: DashboardData }) {
  const banner = bannerFor(data)
  const pay = usePayDue(data)
  const busy = usePaymentBusy()
  const dues = { data, busy, onPay: pay.rent, parts: <DueParts data={data} />, explain: <WhyAmount /> }
  switch (banner.kind) {
    case 'deposit':
      return (
        <div className="grid gap-4">
          <DueSlip banner={banner} data={data} busy={busy} onPay={pay.deposit} explain={<WhyDeposit />} />
          {data.totalPayableAmount > 0 && <DueSlip banner={rentalBanner(data)} also {...dues} />}
        </div>
      )
    case 'rental':
      return <DueSlip banner={banner} {...dues} />
    case 'settlement':
      return <SettlementSlip banner={banner} explain={<WhyDeposit />} />
    case 'kyc':
      return <KycBanner />
    case 'carousel':
      return <CarouselSlot sorted={data.sortedBanners} />
  }
}

import { useEffect, useState } from 'react'
import type { DashboardData } from '#/api/dashboard'
import { CarouselSlot } from '#/features/banners/components/CarouselSlot'
import { BalanceCards } from '#/features/dues/components/BalanceCards'
import { DueSlip } from '#/features/dues/components/DueSlip'
import { bannerFor, rentalBanner } from '#/features/dues/model'
import { RentPicture } from '#/features/invoices/components/RentPicture'
import { WhyAmount } from '#/features/invoices/components/WhyAmount'
import { usePaymentBusy } from '#/features/payments/store'
import { usePayDue } from '#/features/payments/use-pay-due'
import { UpcomingRoom } from '#/features/upcoming/UpcomingRoom'
import { failedPart, late } from '#/kit/Late'
import { track } from '#/platform/analytics'
import { afterFirstScreen } from '#/platform/first-screen'
import { atFirstSign } from '#/platform/first-sign'
import { useKeptAccount } from '#/state/kept-account'
import { upcomingRoom } from '#/state/upcoming-room'
import { HomeItems } from './HomeItems'
import { WhyDeposit } from './WhyDeposit'

/** The room of lines that are not there yet. */
function Lines({ count }: { count: number }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
  return Array.from({ length: count }, (_, index) => <span key={index} className="h-[1lh]" />)
}

const slip = { pending: <span className="slip block h-80" />, failed: failedPart }
const KycBanner = late<object>(
  'identity banner',
  () => import('#/features/kyc/home-banner').then(({ homeBanner }) => homeBanner()),
  slip,
)
const SettlementSlip = late('settlement banner', () => import('#/features/dues/components/SettlementSlip'), slip)
const DeletionNotice = late('deletion notice', () => import('#/features/session/components/DeletionNotice'))
const DueParts = late('due parts', () => afterFirstScreen(() => import('#/features/dues/components/DueParts')), {
  pending: ({ data: { dueParts, dueDays } }) => (
    <span className="grid gap-3 pt-3">
      <Lines count={dueParts.length} />
      {dueDays.length > 1 && (
        <span className="grid gap-3 border-transparent border-t pt-3">
          <Lines count={dueDays.length} />
        </span>
      )}
    </span>
  ),
})
const Upcoming = late<object>('upcoming', () => afterFirstScreen(() => import('#/features/upcoming/Upcoming')), {
  pending: <UpcomingRoom />,
})
const QuickActions = late('quick actions', () => afterFirstScreen(() => import('./QuickActions')), {
  pending: <span className="block h-58 help:h-34" />,
})

/**
 * The page below the greeting: what is due first, then what the customer has. What comes next stands between them where
 * its room is known from the last visit; else it comes below all that already stands, which it would push down.
 */
export function HomeSections({ data }: { data: DashboardData }) {
  const kept = useKeptAccount()
  const [hasRoom] = useState(() => upcomingRoom() > 0)
  useEffect(() => track('dashboard viewed', {}, 'dashboard viewed'), [])
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
      {(data.eraseOn || kept) && <DeletionNotice day={data.eraseOn} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desktop:grid-cols-12 desktop:gap-5">
        <div className="min-w-0 desktop:col-span-7">
          <BannerSlot data={data} />
        </div>
        <div className="desktop:col-span-5">
          <BalanceCards data={data} />
        </div>
      </div>
      {hasRoom && <Upcoming />}
      <HomeItems data={data} />
      <QuickActions data={data} />
      {!hasRoom && <Upcoming />}
      {data.latestInvoiceDate && <RentPicture when={atFirstSign} />}
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

import type { DashboardData } from '#/api/dashboard'
import { CarouselSlot } from '#/features/banners/components/CarouselSlot'
import { BalanceCards } from '#/features/dues/components/BalanceCards'
import { DueSlip } from '#/features/dues/components/DueSlip'
import { bannerFor } from '#/features/dues/model'
import { RentPicture } from '#/features/invoices/components/RentPicture'
import { WhyAmount } from '#/features/invoices/components/WhyAmount'
import { usePaymentBusy } from '#/features/payments/store'
import { failedPart, late } from '#/kit/Late'
import { afterFirstScreen } from '#/platform/first-screen'
import { HomeItems } from './HomeItems'
import { usePayDue } from './use-pay-due'
import { WhyDeposit } from './WhyDeposit'

const slip = { pending: <span className="slip block h-80" />, failed: failedPart }
const KycBanner = late('identity banner', () => import('#/features/dues/components/KycBanner'), slip)
const SettlementSlip = late('settlement banner', () => import('#/features/dues/components/SettlementSlip'), slip)
const DueParts = late('due parts', () => afterFirstScreen(() => import('#/features/dues/components/DueParts')), {
  pending: ({ parts }) => (
    <span className="grid gap-3 pt-3">
      {parts.map(({ kind }) => (
        <span key={kind} className="h-[1lh]" />
      ))}
    </span>
  ),
})
const Upcoming = late<object>('upcoming', () => afterFirstScreen(() => import('#/features/upcoming/Upcoming')))
const QuickActions = late('quick actions', () => afterFirstScreen(() => import('./QuickActions')), {
  pending: <span className="block h-58 help:h-34" />,
})

/** The page below the greeting: what is due first, then what the customer has. */
export function HomeSections({ data }: { data: DashboardData }) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-12 desk:gap-5">
        <div className="min-w-0 desk:col-span-7">
          <BannerSlot data={data} />
        </div>
        <div className="desk:col-span-5">
          <BalanceCards data={data} />
        </div>
      </div>
      <Upcoming />
      <HomeItems data={data} />
      <QuickActions data={data} />
      {data.latestInvoiceDate && <RentPicture />}
    </div>
  )
}

function BannerSlot({ data }: { data: DashboardData }) {
  const banner = bannerFor(data)
  const pay = usePayDue(data)
  const busy = usePaymentBusy()
  switch (banner.kind) {
    case 'deposit':
      return <DueSlip banner={banner} data={data} busy={busy} onPay={pay.deposit} explain={<WhyDeposit />} />
    case 'rental':
      return (
        <DueSlip
          banner={banner}
          data={data}
          busy={busy}
          onPay={pay.rent}
          parts={<DueParts parts={data.dueParts} />}
          explain={<WhyAmount data={data} />}
        />
      )
    case 'settlement':
      return <SettlementSlip banner={banner} explain={<WhyDeposit />} />
    case 'kyc':
      return <KycBanner />
    case 'carousel':
      return <CarouselSlot sorted={data.sortedBanners} />
  }
}

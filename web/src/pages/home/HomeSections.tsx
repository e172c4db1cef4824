import { lazy } from 'react'
import type { DashboardData } from '#/api/dashboard'
import { CarouselSlot } from '#/features/banners/components/CarouselSlot'
import { BalanceCards } from '#/features/dues/components/BalanceCards'
import { DueSlip } from '#/features/dues/components/DueSlip'
import { bannerFor } from '#/features/dues/model'
import { RentPicture } from '#/features/invoices/components/RentPicture'
import { WhyAmount } from '#/features/invoices/components/WhyAmount'
import { usePaymentBusy } from '#/features/payments/store'
import { HomeItems } from './HomeItems'
import { Late } from './Late'
import { QuickActions } from './QuickActions'
import { usePayDue } from './use-pay-due'
import { WhyDeposit } from './WhyDeposit'

const Upcoming = lazy(() => import('#/features/upcoming/Upcoming'))

const KycBanner = lazy(() => import('#/features/dues/components/KycBanner'))
const SettlementSlip = lazy(() => import('#/features/dues/components/SettlementSlip'))
const DueParts = lazy(() => import('#/features/dues/components/DueParts'))

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
      <Late place="upcoming">
        <Upcoming />
      </Late>
      <HomeItems data={data} />
      {data.latestInvoiceDate && (
        <Late place="rent-by-month">
          <RentPicture />
        </Late>
      )}
      <QuickActions data={data} />
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
          parts={
            <Late place="due-parts" space="h-20">
              <DueParts parts={data.dueParts} />
            </Late>
          }
          explain={<WhyAmount data={data} />}
        />
      )
    case 'settlement':
      return (
        <Late place="banner" space="slip h-80">
          <SettlementSlip banner={banner} explain={<WhyDeposit />} />
        </Late>
      )
    case 'kyc':
      return (
        <Late place="banner" space="slip h-80">
          <KycBanner />
        </Late>
      )
    case 'carousel':
      return <CarouselSlot sorted={data.sortedBanners} />
  }
}

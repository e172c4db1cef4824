import { lazy, type ReactNode, Suspense } from 'react'
import type { DashboardData } from '#/api/dashboard'
import { Boundary } from '#/app/error/Boundary'
import { CarouselSlot } from '#/features/banners/components/CarouselSlot'
import { BalanceCards } from '#/features/dues/components/BalanceCards'
import { DueSlip } from '#/features/dues/components/DueSlip'
import { bannerFor } from '#/features/dues/model'
import { RentPicture } from '#/features/invoices/components/RentPicture'
import { WhyAmount } from '#/features/invoices/components/WhyAmount'
import { usePaymentBusy } from '#/features/payments/store'
import { HomeItems } from './HomeItems'
import { QuickActions } from './QuickActions'
import { usePayDue } from './use-pay-due'
import { WhyDeposit } from './WhyDeposit'

const Upcoming = lazy(() => import('#/features/upcoming/Upcoming'))

const KycBanner = lazy(() => import('#/features/dues/components/KycBanner'))
const SettlementSlip = lazy(() => import('#/features/dues/components/SettlementSlip'))
const DueParts = lazy(() => import('#/features/dues/components/DueParts'))

/** What the due sum is made of; without it the sum stays. */
function DuePartsSlot({ data }: { data: DashboardData }) {
  return (
    <Boundary place="due-parts" fallback={() => null}>
      <Suspense fallback={<span className="block h-20" />}>
        <DueParts parts={data.dueParts} />
      </Suspense>
    </Boundary>
  )
}

/** Arrives after what is due; without it the page is whole. */
function UpcomingSlot() {
  return (
    <Boundary place="upcoming" fallback={() => null}>
      <Suspense>
        <Upcoming />
      </Suspense>
    </Boundary>
  )
}

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
      <UpcomingSlot />
      <HomeItems data={data} />
      {data.latestInvoiceDate && (
        <Boundary place="rent-by-month" fallback={() => null}>
          <RentPicture />
        </Boundary>
      )}
      <QuickActions data={data} />
    </div>
  )
}

/** A banner that few people see and nobody pays with: its code comes when it is needed. */
function LateBanner({ children }: { children: ReactNode }) {
  return (
    <Boundary place="banner" fallback={() => null}>
      <Suspense fallback={<span className="slip block h-80" />}>{children}</Suspense>
    </Boundary>
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
          parts={<DuePartsSlot data={data} />}
          explain={<WhyAmount data={data} />}
        />
      )
    case 'settlement':
      return (
        <LateBanner>
          <SettlementSlip banner={banner} explain={<WhyDeposit />} />
        </LateBanner>
      )
    case 'kyc':
      return (
        <LateBanner>
          <KycBanner />
        </LateBanner>
      )
    case 'carousel':
      return <CarouselSlot sorted={data.sortedBanners} />
  }
}

import type { ReactNode } from 'react'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { SaveTag } from '#/kit/SaveTag'
import { StartRenting } from '#/kit/StartRenting'
import { CalmPlugArt } from '#/ui/art/CalmPlugArt'
import { CoinsArt } from '#/ui/art/CoinsArt'
import { FriendsArt } from '#/ui/art/FriendsArt'
import { SofaArt } from '#/ui/art/SofaArt'
import { LinkButton } from '#/ui/LinkButton'
import type { BannerName } from '../model'

const cards: Record<BannerName, () => ReactNode> = {
  ADVANCE_RENTAL: AdvanceOffer,
  START_RENTING: () => (
    <Offer
      title={m.banners_start_title()}
      text={m.banners_start_text()}
      art={<SofaArt />}
      action={<StartRenting compact />}
    />
  ),
  AUTO_DEBIT: () => (
    <Offer
      title={m.banners_debit_title()}
      text={m.banners_debit_text()}
      art={<CalmPlugArt />}
      action={
        <LinkButton
          compact
          to="."
          search={(search) => ({ ...search, paymentMode: 'easy-payment' as const, paymentType: 'auto-debit' as const })}
        >
          {m.banners_debit_action()}
        </LinkButton>
      }
    />
  ),
  REFERRAL: () => (
    <Offer
      title={m.banners_referral_title()}
      text={m.banners_referral_text()}
      art={<FriendsArt />}
      action={
        <LinkButton compact to="/referral">
          {m.banners_referral_action()}
        </LinkButton>
      }
    />
  ),
}

export function BannerCard({ name }: { name: BannerName }) {
  return cards[name]()
}

function AdvanceOffer() {
  const { data } = useDashboard()
  if (!data) return null
  return (
    <Offer
      title={m.banners_advance_title()}
      text={m.banners_advance_text({ percent: data.advanceDiscountPercentage })}
      tag={<SaveTag />}
      art={<CoinsArt />}
      action={
        <LinkButton
          compact
          to="."
          search={(search) => ({
            ...search,
            paymentMode: 'easy-payment' as const,
            paymentType: 'advance-rental' as const,
          })}
        >
          {m.banners_advance_action()}
        </LinkButton>
      }
    />
  )
}

interface OfferProps {
  title: string
  text: string
  tag?: ReactNode
  art: ReactNode
  action: ReactNode
}

function Offer({ title, text, tag, art, action }: OfferProps) {
  return (
    <div className="flex h-full items-center justify-between gap-4 bg-brand-soft p-5 desktop:p-6">
      <div className="grid min-w-0 flex-1 content-start justify-items-start gap-1.5">
        {tag}
        <h2 className="font-bold text-card">{title}</h2>
        <p className="pb-2 text-muted text-support">{text}</p>
        {action}
      </div>
      <div className="hidden shrink-0 wide:block [&_svg]:h-24 [&_svg]:w-28 desktop:[&_svg]:h-30 desktop:[&_svg]:w-40">
        {art}
      </div>
    </div>
  )
}

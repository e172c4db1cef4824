import { useState } from 'react'
import { m } from '#/copy'
import { Chip } from '#/ui/Chip'
import { RadioCard } from '#/ui/ChoiceCard'
import { groupGateways } from '../gateway-choices'
import type { Gateway } from '../model'

interface GatewayListProps {
  gateways: readonly Gateway[]
  selected?: number
  onSelect(id: number): void
}

/** The manual payment options: the three large gateways first, then the wallets. */
export function GatewayList({ gateways, selected, onSelect }: GatewayListProps) {
  const { main, wallets } = groupGateways(gateways)
  const groups = [
    { title: m.payments_group_main(), list: main, words: (gateway: Gateway) => gateway.name },
    {
      title: m.payments_group_wallets(),
      list: wallets,
      words: (gateway: Gateway) => m.payments_pay_via({ name: gateway.name }),
    },
  ]
  return groups.map(
    ({ title, list, words }) =>
      list.length > 0 && (
        <fieldset key={title} className="mt-6 grid gap-3">
          <legend className="pb-3 font-semibold text-muted text-support">{title}</legend>
          {list.map((gateway) => (
            <RadioCard
              key={gateway.id}
              name="gateway"
              title={words(gateway)}
              note={gateway.text}
              media={<GatewayLogo gateway={gateway} />}
              aside={gateway.offerText && <Chip tone="success">{gateway.offerText}</Chip>}
              checked={gateway.id === selected}
              onChange={() => onSelect(gateway.id)}
            />
          ))}
        </fieldset>
      ),
  )
}

/** The gateway's logo, or its first letter without one. The name beside it serves screen readers. */
function GatewayLogo({ gateway }: { gateway: Gateway }) {
  const [broken, setBroken] = useState(false)
  return (
    <span
      aria-hidden={broken || undefined}
      className="grid h-8 w-10 shrink-0 place-items-center overflow-hidden rounded-chip bg-white font-bold text-mark"
    >
      {gateway.logo && !broken ? (
        <img
          src={gateway.logo}
          alt=""
          width="40"
          height="32"
          className="h-8 w-10 object-contain"
          onError={() => setBroken(true)}
        />
      ) : (
        <span aria-hidden="true">{gateway.name.charAt(0)}</span>
      )}
    </span>
  )
}

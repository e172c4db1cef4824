import { useMutation, useQuery } from '@tanstack/react-query'
import { Headset, MonitorSmartphone } from 'lucide-react'
import { useChanged } from '#/api/changed'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { deviceName } from '#/features/session/device-name'
import { endOtherSessions, type Place, sessionsQuery } from '#/features/session/sessions'
import { ActionError } from '#/kit/ActionError'
import { dataAge } from '#/kit/DataAge'
import { formatMoment } from '#/kit/dates'
import { QueryContent } from '#/kit/QueryContent'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'
import { SpinnerBlock } from '#/ui/Spinner'

/** Where the account is signed in, with a button to end all other sessions. Agents do not see it. */
export function SessionsCard() {
  return isDirectLogin() ? null : <Sessions />
}

function Sessions() {
  const changed = useChanged()
  const places = useQuery(sessionsQuery(useCustomerId()))
  const ending = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => changed('sessions'),
  })
  const others = places.data?.filter((place) => !place.isThis).length ?? 0
  return (
    <Card title={m.settings_sessions()}>
      <p className="pb-4 text-muted">{m.settings_sessions_note()}</p>
      <QueryContent
        query={places}
        pending={<SpinnerBlock label={m.kit_loading()} />}
        age={dataAge}
        failed={m.settings_sessions_failed()}
      >
        {(all) => (
          <ul className="grid divided">
            {all.map((place) => (
              <PlaceRow key={place.id} place={place} />
            ))}
          </ul>
        )}
      </QueryContent>
      {ending.isError && (
        <div className="pt-3">
          <ActionError error={ending.error} busy={ending.isPending} onRetry={() => ending.mutate()} />
        </div>
      )}
      {others > 0 && (
        <Button variant="secondary" className="mt-4" busy={ending.isPending} onClick={() => ending.mutate()}>
          {m.settings_sessions_end_others()}
        </Button>
      )}
      {ending.isSuccess && others === 0 && (
        <p role="status" className="pt-3 text-muted">
          {m.settings_sessions_ended()}
        </p>
      )}
    </Card>
  )
}

function PlaceRow({ place }: { place: Place }) {
  const company = place.by === 'company'
  const Icon = company ? Headset : MonitorSmartphone
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 py-3 first:pt-0">
      <Icon aria-hidden="true" className="mt-0.5 size-5 text-subtle" />
      <div className="grid gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-2 font-semibold">
          {company ? m.settings_sessions_company() : deviceName(place.device) || m.settings_sessions_unknown()}
          {place.isThis && <span className="font-normal text-muted text-support">{m.settings_sessions_this()}</span>}
        </span>
        <span className="text-muted text-support">
          {m.settings_sessions_seen({ at: formatMoment(place.lastSeenAt) ?? '' })}
        </span>
        <span className="text-muted text-support">
          {m.settings_sessions_begun({ at: formatMoment(place.begunAt) ?? '' })}
          {place.network && ` · ${m.settings_sessions_network({ network: place.network })}`}
        </span>
      </div>
    </li>
  )
}

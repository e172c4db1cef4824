import { notifyManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { channelName } from '#/features/session/channels'
import { type Choice, type Preference, preferencesQuery, setPreferences } from '#/features/session/notifications'
import { ActionError } from '#/kit/ActionError'
import { dataAge } from '#/kit/DataAge'
import { QueryContent } from '#/kit/QueryContent'
import { createStore, useStore } from '#/shared/store'
import { isDirectLogin } from '#/state/session'
import { Card } from '#/ui/Card'
import { CheckCard } from '#/ui/ChoiceCard'
import { EmptyState } from '#/ui/EmptyState'
import { SpinnerBlock } from '#/ui/Spinner'

/** Which notifications the customer gets, and on which channels. Agents cannot change this. */
export function NotificationsCard() {
  return isDirectLogin() ? null : <Notifications />
}

function Notifications() {
  const query = useQuery(preferencesQuery(useCustomerId()))
  return (
    <Card title={m.settings_messages()}>
      <p className="pb-4 text-muted">{m.settings_messages_note()}</p>
      <QueryContent
        query={query}
        pending={<SpinnerBlock label={m.kit_loading()} />}
        failed={m.settings_messages_failed()}
        age={dataAge}
      >
        {(all) => (all.length > 0 ? <Categories all={all} /> : <EmptyState title={m.settings_messages_none()} />)}
      </QueryContent>
    </Card>
  )
}

const categories = [
  ['transactional', m.settings_messages_transactional],
  ['service', m.settings_messages_service],
  ['security', m.settings_messages_security],
] as const

type Box = Pick<Choice, 'category' | 'channel'>

const isOf = (box: Box) => (choice: Choice) => choice.category === box.category && choice.channel === box.channel

/** Saves the changes with one call at a time. Changes during a call are sent together in the next call. */
function useChoices(customer: number) {
  const queries = useQueryClient()
  const [pressed] = useState(() => createStore<Choice[]>([]))
  const [notKept, setNotKept] = useState<Choice[]>([])
  const waiting = useStore(pressed)
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      while (pressed.get().length > 0) {
        const sent = pressed.get()
        queries.setQueryData(preferencesQuery(customer).queryKey, await setPreferences(customer, sent))
        // The query notifies the screen a moment later. Until then the screen needs the pressed choices.
        await new Promise<void>((notified) => notifyManager.schedule(notified))
        pressed.set(pressed.get().filter((choice) => !sent.includes(choice)))
      }
    },
    onError: () => {
      setNotKept(pressed.get())
      pressed.set([])
    },
  })
  const send = (choices: Choice[]) => {
    const isSending = pressed.get().length > 0
    const others = pressed.get().filter((other) => !choices.some(isOf(other)))
    pressed.set([...others, ...choices])
    if (!isSending) mutate()
  }
  return { waiting, choose: (choice: Choice) => send([choice]), again: () => send(notKept), error, isPending }
}

function Categories({ all }: { all: Preference[] }) {
  const { waiting, choose, again, error, isPending } = useChoices(useCustomerId())
  const isOn = (one: Preference) => waiting.find(isOf(one))?.isEnabled ?? one.isEnabled
  return (
    <div className="grid gap-6">
      {categories.map(([category, name]) => {
        const of = all.filter((one) => one.category === category)
        const open = of.filter((one) => !one.isFixed)
        const fixed = of.filter((one) => one.isFixed)
        if (of.length === 0) return null
        return (
          <fieldset key={category} className="grid gap-3 desktop:grid-cols-3">
            <legend className="pb-3 font-semibold">{name()}</legend>
            {open.map((one) => (
              <CheckCard
                key={one.channel}
                title={channelName(one)}
                checked={isOn(one)}
                onChange={({ target }) => choose({ category, channel: one.channel, isEnabled: target.checked })}
              />
            ))}
            {fixed.length > 0 && (
              <p className="text-muted desktop:col-span-3">
                {m.settings_messages_fixed({ channels: fixed.map(channelName).join(', ') })}
              </p>
            )}
          </fieldset>
        )
      })}
      <p className="text-muted">{m.settings_messages_always()}</p>
      <ActionError error={error} title={m.settings_messages_not_kept()} busy={isPending} onRetry={again} />
    </div>
  )
}

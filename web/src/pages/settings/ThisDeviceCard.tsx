import { useMutation } from '@tanstack/react-query'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { isNotified } from '#/features/session/notified'
import { turnOff, turnOn } from '#/features/session/this-device'
import { ActionError } from '#/kit/ActionError'
import { InlineError } from '#/kit/InlineError'
import { usePushPermission } from '#/platform/push-permission'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'
import { Notice } from '#/ui/Notice'

/** Notifications on this device. Hidden from agents, and if the installation sends no push messages. */
export function ThisDeviceCard() {
  const { pushKey } = useAppConfig()
  return pushKey && !isDirectLogin() ? (
    <Card title={m.settings_device()}>
      <ThisDevice />
    </Card>
  ) : null
}

function ThisDevice() {
  const customer = useCustomerId()
  const config = useAppConfig()
  const permission = usePushPermission()
  const { mutate, error, isPending, isSuccess, variables } = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn(customer, config) : turnOff(config)),
  })
  if (permission === 'unsupported') return <p className="text-muted">{m.settings_device_unsupported()}</p>
  if (permission === 'denied')
    return (
      <Notice tone="due" title={m.settings_device_blocked()}>
        {m.settings_device_blocked_text()}
      </Notice>
    )
  const isOn = isNotified(customer)
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status" className="text-muted">
        {isOn ? m.settings_device_is_on() : m.settings_device_is_off()}
      </p>
      <InlineError>{isSuccess && variables && !isOn && m.settings_device_not_allowed()}</InlineError>
      <ActionError error={error} busy={isPending} onRetry={() => mutate(!isOn)} />
      <Button variant="secondary" busy={isPending} onClick={() => mutate(!isOn)}>
        {isOn ? m.settings_device_turn_off() : m.session_notify_on()}
      </Button>
    </div>
  )
}

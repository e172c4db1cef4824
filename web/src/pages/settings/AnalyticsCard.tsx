import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { analyticsConsentQuery, type Consent, setAnalyticsConsent } from '#/features/session/consents'
import { ActionError } from '#/kit/ActionError'
import { dataAge } from '#/kit/DataAge'
import { formatDay } from '#/kit/dates'
import { QueryContent } from '#/kit/QueryContent'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'
import { SpinnerBlock } from '#/ui/Spinner'

/**
 * The consent to analytics: what is collected and why. One press gives or withdraws it. Agents do not see it.
 */
export function AnalyticsCard() {
  return isDirectLogin() ? null : <Analytics />
}

function Analytics() {
  const query = useQuery(analyticsConsentQuery(useCustomerId()))
  return (
    <Card title={m.settings_analytics()}>
      <div className="grid gap-3 pb-4 text-muted">
        <p>{m.settings_analytics_what()}</p>
        <p>{m.settings_analytics_why()}</p>
        <p>{m.settings_analytics_end()}</p>
      </div>
      <QueryContent
        query={query}
        pending={<SpinnerBlock label={m.kit_loading()} />}
        failed={m.settings_analytics_failed()}
        age={dataAge}
      >
        {(consent) => <Choice consent={consent} />}
      </QueryContent>
    </Card>
  )
}

function Choice({ consent }: { consent: Consent }) {
  const customer = useCustomerId()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (isGiven: boolean) => setAnalyticsConsent(customer, isGiven),
    onSuccess: (now) => queries.setQueryData(analyticsConsentQuery(customer).queryKey, now),
  })
  const { isGiven, givenAt } = consent
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status" className="font-semibold">
        {isGiven ? m.settings_analytics_on({ day: formatDay(givenAt) ?? '' }) : m.settings_analytics_off()}
      </p>
      <ActionError error={error} busy={isPending} onRetry={() => mutate(!isGiven)} />
      <Button variant="secondary" busy={isPending} onClick={() => mutate(!isGiven)}>
        {isGiven ? m.settings_analytics_withdraw() : m.settings_analytics_give()}
      </Button>
    </div>
  )
}

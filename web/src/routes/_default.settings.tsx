import { createFileRoute } from '@tanstack/react-router'
import { addressesQuery } from '#/api/addresses'
import { prefetch } from '#/app/prefetch'
import { preferencesQuery } from '#/features/session/notifications'
import { sessionsQuery } from '#/features/session/sessions'
import { SettingsPage } from '#/pages/settings/SettingsPage'
import { isDirectLogin } from '#/state/session'

export const Route = createFileRoute('/_default/settings')({
  loader: ({ context }) =>
    prefetch(context, (queries, customer) => {
      void queries.prefetchQuery(addressesQuery(customer))
      // Agents do not see sessions and preferences.
      if (isDirectLogin()) return
      void queries.prefetchQuery(sessionsQuery(customer))
      void queries.prefetchQuery(preferencesQuery(customer))
    }),
  shouldReload: false,
  component: SettingsPage,
})

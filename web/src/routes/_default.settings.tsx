import { createFileRoute } from '@tanstack/react-router'
import { startData } from '#/app/start-data'
import { SettingsPage } from '#/pages/settings/SettingsPage'

export const Route = createFileRoute('/_default/settings')({
  loader: startData,
  shouldReload: false,
  component: SettingsPage,
})

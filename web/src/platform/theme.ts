import { createStore, useStore } from '#/shared/store'
import { readStored, removeStored, storageKeys, writeStored } from './storage'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

function readTheme(): Theme {
  const stored = readStored(storageKeys.theme)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const theme = createStore<Theme>('system')

function paint(value: Theme) {
  if (value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = value
}

/** Runs before the first render, so that the wrong theme never flashes. */
export function startTheme(): void {
  theme.set(readTheme())
  paint(theme.get())
}

export function setTheme(value: Theme): void {
  if (value === 'system') removeStored(storageKeys.theme)
  else writeStored(storageKeys.theme, value)
  theme.set(value)
  paint(value)
}

export function useTheme(): Theme {
  return useStore(theme)
}

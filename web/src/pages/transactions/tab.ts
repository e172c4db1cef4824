const tabs = ['payments', 'wallet', 'deposit'] as const
export type TransactionTab = (typeof tabs)[number]

/** A tab that does not exist is none: then the first one is shown. */
export function tabOf(value: unknown): TransactionTab | undefined {
  return tabs.find((tab) => tab === value)
}

const tabs = ['payments', 'wallet', 'deposit'] as const
export type TransactionTab = (typeof tabs)[number]

/** A tab that does not exist is the first one. */
export function tabOf(value: string | undefined): TransactionTab {
  return tabs.find((tab) => tab === value) ?? 'payments'
}

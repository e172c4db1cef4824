const tabs = ['payments', 'wallet', 'deposit'] as const
export type TransactionTab = (typeof tabs)[number]

/** The tab named in the address, or undefined if there is no such tab. Then the first one is shown. */
export function tabOf(value: unknown): TransactionTab | undefined {
  return tabs.find((tab) => tab === value)
}

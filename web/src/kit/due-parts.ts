import type { components } from '#/api/schema'
import { m } from '#/copy'

type DuePart = components['schemas']['DuePart']

/** What a part of the dues is for. */
export function duePartWord(kind: DuePart['kind']): string {
  const words: Record<DuePart['kind'], () => string> = {
    rent: m.invoices_part_rent,
    early_closure: m.invoices_part_early_closure,
    damage: m.invoices_part_damage,
    charge: m.invoices_part_charge,
    late_fee: m.invoices_part_late_fee,
  }
  return words[kind]()
}

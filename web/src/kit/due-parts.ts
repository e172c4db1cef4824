import type { components } from '#/api/schema'
import { m } from '#/copy'

type DuePart = components['schemas']['DuePart']

/** The label of a part of the dues. */
export function duePartLabel(kind: DuePart['kind']): string {
  const words: Record<DuePart['kind'], () => string> = {
    rent: m.kit_due_rent,
    early_closure: m.kit_due_early_closure,
    damage: m.kit_due_damage,
    charge: m.kit_due_charge,
    late_fee: m.kit_due_late_fee,
  }
  return words[kind]()
}

import { ArrowLeftRight, CalendarPlus, ClipboardList, type LucideIcon, PackageX, Truck, Wrench } from 'lucide-react'
import { closureReason } from '#/api/closure-reasons'
import type { components } from '#/api/schema'
import { m } from '#/copy'
import type { FlowName } from './flow-names'

/** What a request looks like wherever it is offered or listed. */
export const flowIcons: Record<FlowName, LucideIcon> = {
  'repair-request': Wrench,
  'relocate-subscription': Truck,
  'transfer-ownership': ArrowLeftRight,
  'close-subscription': PackageX,
  'extend-subscription': CalendarPlus,
}

/** Codes of the requests as the calls carry them. */
export const requestCodes = {
  closure: 200,
  repair: 20,
  relocation: 65,
  /** A second code for relocation, which one call of older clients carries; never sent from here. */
  relocationAlias: 60,
  transfer: 690,
} as const

/** The code of a kind of request; the server's contract names them all. */
export type RequestCode = components['schemas']['Ticket']['requestType']

interface RequestKind {
  /** What people call it; asked for at render time, so that it follows the language. */
  name(): string
  /** What the calls name it. */
  wireName: string
  /** How a person asks for it; its icon is the kind's. */
  flow: FlowName
  /** What was asked for, where the server keeps one of the texts that it offers instead of a person's own words. */
  message?(text: string): string
}

/** What every kind of request has on screens; a screen that is about one kind alone asks for its code. */
export const requestKinds: Record<RequestCode, RequestKind> = {
  [requestCodes.repair]: {
    name: m.kit_kind_repair,
    wireName: 'Repair',
    flow: 'repair-request',
  },
  [requestCodes.relocation]: {
    name: m.kit_kind_relocation,
    wireName: 'Relocation',
    flow: 'relocate-subscription',
  },
  [requestCodes.closure]: {
    name: m.kit_kind_closure,
    wireName: 'Closure',
    flow: 'close-subscription',
    message: closureReason,
  },
  [requestCodes.transfer]: {
    name: m.kit_kind_transfer,
    wireName: 'Ownership Transfer',
    flow: 'transfer-ownership',
  },
}

/** An installed app may be older than the server, and then meets kinds that it does not know. */
function kindOf(requestType: number | undefined): RequestKind | undefined {
  return (requestKinds as Record<number, RequestKind | undefined>)[requestType ?? 0]
}

/** A kind of request for people; one that we do not know keeps the server's name. */
export function kindName(requestType: number | undefined, fallback = ''): string {
  return kindOf(requestType)?.name() ?? fallback
}

/** The icon of a kind of request; one that we do not know has that of requests at large. */
export function kindIcon(requestType: number): LucideIcon {
  const kind = kindOf(requestType)
  return kind ? flowIcons[kind.flow] : ClipboardList
}

/** What was asked for, in the person's language where the text is one that we offer. */
export function kindMessage(requestType: number, message: string): string {
  return kindOf(requestType)?.message?.(message) ?? message
}

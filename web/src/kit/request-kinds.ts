import { ArrowLeftRight, CalendarPlus, ClipboardList, type LucideIcon, PackageX, Truck, Wrench } from 'lucide-react'
import { closureReason } from '#/api/closure-reasons'
import type { components } from '#/api/schema'
import { m } from '#/copy'
import type { FlowName } from './flow-names'

/** The icon of a request, wherever it is offered or listed. */
export const flowIcons: Record<FlowName, LucideIcon> = {
  'repair-request': Wrench,
  'relocate-subscription': Truck,
  'transfer-ownership': ArrowLeftRight,
  'close-subscription': PackageX,
  'extend-subscription': CalendarPlus,
}

/** The codes of requests in API calls. */
export const requestCodes = {
  closure: 200,
  repair: 20,
  relocation: 65,
  /** A second code for relocation, used by one call of older clients. This app never sends it. */
  relocationAlias: 60,
  transfer: 690,
} as const

/** The code of a kind of request. The server's contract names them all. */
export type RequestCode = components['schemas']['Ticket']['requestType']

interface RequestKind {
  /** What people call it. It is a function, so that it follows the language at render time. */
  name(): string
  /** What the API calls it. */
  wireName: string
  /** The flow in which a customer requests it. Its icon is the icon of the kind. */
  flow: FlowName
  /** Translates what was asked for, if the server keeps one of its own texts instead of the customer's. */
  message?(text: string): string
}

/** What screens show for every kind of request. A screen about a single kind uses its code. */
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

/** The kind of a request. An installed app may be older than the server and meet unknown kinds. */
function kindOf(requestType: number | undefined): RequestKind | undefined {
  return (requestKinds as Record<number, RequestKind | undefined>)[requestType ?? 0]
}

/** The name of a kind of request. An unknown kind keeps the server's name. */
export function kindName(requestType: number | undefined, fallback = ''): string {
  return kindOf(requestType)?.name() ?? fallback
}

/** The icon of a kind of request. An unknown kind has the general icon of requests. */
export function kindIcon(requestType: number): LucideIcon {
  const kind = kindOf(requestType)
  return kind ? flowIcons[kind.flow] : ClipboardList
}

/** What was asked for, in the customer's language if the text is one that we offer. */
export function kindMessage(requestType: number, message: string): string {
  return kindOf(requestType)?.message?.(message) ?? message
}

import { useMutation } from '@tanstack/react-query'
import { useChanged } from '#/api/changed'
import { ApiError, NetworkError } from '#/api/errors'
import { type IntentHeaders, once } from '#/api/idempotency'
import type { FlowName } from '#/kit/flow-names'
import type { Flow, Refused } from './define-flow'
import { byARequest, type FlowDefinition, PRODUCTS } from './define-flow'

interface Submission<Draft, Step extends string, Input, Made> {
  send(input: Input, headers: IntentHeaders): Promise<Made>
  /** All that identifies this request, so that a retry after silence is the same one. Default: the input. */
  of?(input: Input): unknown
  /** What a refusal means here, besides the screen where it is fixed. */
  refused?(error: Error): Refused<Draft, Step> | undefined
}

/** The mutation key under which a flow sends its request. */
export const submissionKey = (name: FlowName) => ['submit', name] as const

/** Raises the request of a flow once and finishes the flow. A refusal is shown where it can be fixed. */
export function useSubmit<Draft, Step extends string, Made, Input>(
  flow: Flow<Draft, Step, Made>,
  { send, of = (input) => input, refused }: Submission<Draft, Step, Input, Made>,
) {
  const changed = useChanged()
  const { definition } = flow
  // The result goes to the flow and not to the step, because Back may have closed the step by then.
  const { mutate, isPending } = useMutation({
    mutationKey: submissionKey(definition.name),
    mutationFn: (input: Input) => once(definition.name, of(input), (headers) => send(input, headers)),
    onSuccess: (made) => {
      void changed(...byARequest)
      void flow.finish(made)
    },
    onError: (error, input) => {
      // Somebody else has changed what the request was about.
      if (stepToMend(definition, error) === PRODUCTS) void changed(...byARequest)
      flow.refuse({
        message: error.message,
        step: stepToMend(definition, error),
        ticketId: inTheWay(error),
        again: error instanceof NetworkError ? () => mutate(input) : undefined,
        ...refused?.(error),
      })
    },
  })
  return { busy: isPending, submit: (input: Input) => mutate(input) }
}

/** The ticket id of the request that the server names as being in the way. */
export function inTheWay(error: Error): string | undefined {
  const ticketId = error instanceof ApiError ? error.extra.ticketId : undefined
  return typeof ticketId === 'string' ? ticketId : undefined
}

const CONFLICT = 409
const GONE = 404

/** The screen where a refusal is fixed. Undefined means the screen that sent the request. */
export function stepToMend<Draft, Step extends string, Made>(
  { mends = {} }: FlowDefinition<Draft, Step, Made>,
  error: Error,
): Step | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { field } = error.extra
  const mend = typeof field === 'string' ? mends[field] : undefined
  const gone = error.statusCode === CONFLICT || error.statusCode === GONE
  return mend ?? (gone ? (PRODUCTS as Step) : undefined)
}

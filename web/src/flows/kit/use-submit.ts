import { useMutation } from '@tanstack/react-query'
import { useChanged } from '#/api/changed'
import { ApiError, isDeclined, NetworkError } from '#/api/errors'
import { type IntentHeaders, once } from '#/api/idempotency'
import type { FlowName } from '#/kit/flow-names'
import type { Flow, Refused } from './define-flow'
import { byARequest, type FlowDefinition, PRODUCTS } from './define-flow'

interface Submission<Draft, Step extends string, Input, Made> {
  send(input: Input, headers: IntentHeaders): Promise<Made>
  /** All that makes it this request; sent again after silence it is the same one. Without it, the input. */
  of?(input: Input): unknown
  /** What a refusal means here beside where it is mended. */
  refused?(error: Error): Refused<Draft, Step> | undefined
}

/** The key under which a flow raises what it asks for. */
export const submissionKey = (name: FlowName) => ['submit', name] as const

/** Raises what a flow asks for: once, and then it is finished; a refusal is shown where it can be mended. */
export function useSubmit<Draft, Step extends string, Made, Input>(
  flow: Flow<Draft, Step, Made>,
  { send, of = (input) => input, refused }: Submission<Draft, Step, Input, Made>,
) {
  const changed = useChanged()
  const { definition } = flow
  // Told to the flow and not to the step: Back may have closed the step meanwhile.
  const { mutate, isPending } = useMutation({
    mutationKey: submissionKey(definition.name),
    mutationFn: (input: Input) => once(definition.name, of(input), (headers) => send(input, headers)),
    onSuccess: (made) => {
      void changed(...byARequest)
      void flow.finish(made)
    },
    onError: (error, input) => {
      // Somebody else has changed what it was about.
      if (stepToMend(definition, error) === PRODUCTS) void changed(...byARequest)
      flow.refuse({
        message: error.message,
        step: stepToMend(definition, error),
        ticketId: inTheWay(error),
        again: error instanceof NetworkError ? () => mutate(input) : undefined,
        quiet: isDeclined(error),
        ...refused?.(error),
      })
    },
  })
  return { busy: isPending, submit: (input: Input) => mutate(input) }
}

/** The request that the server names as standing in the way. */
export function inTheWay(error: Error): string | undefined {
  const ticketId = error instanceof ApiError ? error.extra.ticketId : undefined
  return typeof ticketId === 'string' ? ticketId : undefined
}

const CONFLICT = 409
const GONE = 404

/** The screen on which a refusal is mended; none means the one that sent it. */
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

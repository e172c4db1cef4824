import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#/api/errors'
import { type IntentHeaders, once } from '#/api/idempotency'
import type { Flow, Refused } from './define-flow'
import { type FlowDefinition, PRODUCTS } from './define-flow'

interface Submission<Draft, Step extends string, Input, Made> {
  send(input: Input, headers: IntentHeaders): Promise<Made>
  /** All that makes it this request; sent again after silence it is the same one. Without it, the input. */
  of?(input: Input): unknown
  /** What a refusal means here beside where it is mended. */
  refused?(error: Error): Refused<Draft, Step> | undefined
}

/** Raises what a flow asks for: once, and then it is finished; a refusal is shown where it can be mended. */
export function useSubmit<Draft, Step extends string, Made, Input>(
  flow: Flow<Draft, Step, Made>,
  { send, of = (input) => input, refused }: Submission<Draft, Step, Input, Made>,
) {
  const queries = useQueryClient()
  const { definition } = flow
  const { mutate, isPending } = useMutation({
    mutationFn: (input: Input) => once(definition.name, of(input), (headers) => send(input, headers)),
    onSuccess: () => void queries.invalidateQueries(),
    // Somebody else has changed what it was about.
    onError: (error) => stepToMend(definition, error) === PRODUCTS && void queries.invalidateQueries(),
  })
  return {
    busy: isPending,
    submit: (input: Input) =>
      mutate(input, {
        // Only while the flow is open: whoever has left it is not called back.
        onSuccess: (made) => void flow.finish(made),
        onError: (error) =>
          flow.refuse({
            message: error.message,
            step: stepToMend(definition, error),
            ticketId: inTheWay(error),
            ...refused?.(error),
          }),
      }),
  }
}

/** The request that the server names as standing in the way. */
function inTheWay(error: Error): string | undefined {
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

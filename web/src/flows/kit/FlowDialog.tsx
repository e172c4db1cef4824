import { ArrowLeft } from 'lucide-react'
import { m } from '#/copy'
import { Confirm, Dialog } from '#/kit/Dialog'
import type { DialogProps } from '#/shared/dialog-props'
import { Button } from '#/ui/Button'
import { DialogFooterProvider, useDialogFooter } from '#/ui/DialogFooter'
import { CREATED, type Flow, type FlowDefinition, type FlowDraft, PRODUCTS } from './define-flow'
import { ProgressRing } from './ProgressRing'
import { useFlow } from './use-flow'

/** Room below the content, in px. */
const FLOW_PADDING = 150

const PERCENT_DONE = 100

interface FlowDialogProps<Draft, Step extends string, Made> {
  definition: FlowDefinition<Draft, Step, Made>
  dialog: DialogProps
}

/** A flow on screen: a wide dialog on desktop, the whole screen on mobile. */
export function FlowDialog<Draft extends FlowDraft, Step extends string, Made extends object>(
  props: FlowDialogProps<Draft, Step, Made>,
) {
  const { title, useWaits = useNothing } = props.definition
  const flow = useFlow(props.definition, props.dialog)
  const below = useDialogFooter()
  if (useWaits()) return null
  return (
    <Dialog
      title={title()}
      lead={<Lead flow={flow} />}
      footer={below.footer}
      onClose={flow.close}
      width="flow"
      mobile="full"
      bodyPadding={FLOW_PADDING}
    >
      <DialogFooterProvider value={below.place}>
        <Screen flow={flow} />
      </DialogFooterProvider>
      <AskBeforeLeaving leaving={flow.leaving} takenBack={flow.draft.takenBack} />
    </Dialog>
  )
}

const useNothing = () => false

interface PartProps<Draft, Step extends string, Made> {
  flow: Flow<Draft, Step, Made>
}

/** The Back button to the previous screen, which keeps all choices, and the progress of the flow. */
function Lead<Draft, Step extends string, Made>({ flow }: PartProps<Draft, Step, Made>) {
  const { step } = flow
  const first = step === undefined || step === PRODUCTS || step === CREATED
  return (
    <div className="grid justify-items-start gap-1 low:flex low:items-center low:gap-x-3">
      {!first && (
        <Button variant="quiet" compact className="-ml-3" onClick={flow.back}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          {m.kit_back()}
        </Button>
      )}
      <Progress flow={flow} />
    </div>
  )
}

/** "Step 1 of 5", or the ring. */
function Progress<Draft, Step extends string, Made>({ flow: { step, definition } }: PartProps<Draft, Step, Made>) {
  const { total, steps } = definition
  if (!step) return null
  const progress = step === CREATED ? (total ?? PERCENT_DONE) : steps[step].progress
  if (total === undefined) return <ProgressRing percent={progress} />
  return <p className="text-muted text-support">{m.flows_step_of({ step: progress, total })}</p>
}

function Screen<Draft, Step extends string, Made>({ flow }: PartProps<Draft, Step, Made>) {
  const { step, draft, made, definition } = flow
  if (!step) return null
  if (step === CREATED) return made !== undefined && <definition.Created flow={flow} made={made} />
  const below = definition.steps[step]
  const place = 'on' in below ? below.on(draft) : step
  const drawn = place && definition.steps[place]
  // The key keeps a screen mounted while another step is shown on top of it, and resets every other screen.
  return drawn && 'Screen' in drawn && <drawn.Screen key={place} flow={flow} />
}

function AskBeforeLeaving({
  leaving,
  takenBack,
}: Pick<Flow<FlowDraft, string>, 'leaving'> & Pick<FlowDraft, 'takenBack'>) {
  if (!leaving) return null
  return (
    <Confirm
      title={m.flows_leave_title()}
      confirmLabel={m.flows_leave()}
      cancelLabel={m.flows_stay()}
      danger
      onConfirm={leaving.proceed}
      onCancel={leaving.reset}
    >
      <p>{m.flows_leave_text()}</p>
      {takenBack && <p className="pt-3">{m.flows_taken_back({ requests: takenBack.join(', ') })}</p>}
    </Confirm>
  )
}

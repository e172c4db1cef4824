import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type ActiveProduct, activeProducts, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { PhotoSlot } from '#/features/uploads/PhotoSlot'
import { type Pending, usePhotos } from '#/features/uploads/use-photos'
import { useAsked, useFocusOnWrong } from '#/kit/form'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { FieldError } from '#/ui/Field'
import { Notice } from '#/ui/Notice'
import { TextArea } from '#/ui/TextArea'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { useSubmit } from '../kit/use-submit'
import { ANGLES, type Lack, lacks, MESSAGE_MAX_LENGTH, type Problem, problemOf, type RepairFlow } from './model'
import { idsOnly, raiseRepairs, repairsOf } from './queries'

const angleWords = [m.repair_angle_front, m.repair_angle_side, m.repair_angle_close]
const keyOf = (id: number, angle: number) => `${id}/${angle}`

/** What is wrong with each product, with photos: one product after the other. */
export function ProblemsStep({ flow }: { flow: RepairFlow }) {
  const { chosen, unlocked } = flow.draft
  const products = activeProducts(useDashboard().data).filter(({ id }) => chosen.includes(id))
  const change = useProblems(flow)
  const photos = usePhotos((key, upload) => {
    const [id = 0, angle = 0] = key.split('/').map(Number)
    change(id, (problem) => ({ ...problem, photos: { ...problem.photos, [angle]: upload } }))
  })
  const unsent = products.findIndex(({ id }) => ANGLES.some((angle) => isOnItsWay(photos.pending[keyOf(id, angle)])))
  const asked = useAsked(unsent < 0 ? undefined : m.repair_wait_for_photos())
  const [open, setOpen] = useState(Math.min(unlocked, chosen.length) - 1)
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  useFocusOnWrong(asked.within, shown.size > 0 && shown)
  const { submit, busy } = useSubmit(flow, { send: raiseRepairs, of: idsOnly })
  const missing = (product: ActiveProduct) => lacks(problemOf(flow.draft.problems, product.id))
  const last = products.length - 1
  const press = () => {
    if (unsent >= 0) setOpen(unsent)
    asked.unlessLacking(goOn)
  }
  const goOn = () => {
    const upTo = products.slice(0, unlocked)
    const unfinished = upTo.findIndex((product) => missing(product).length > 0)
    if (unfinished >= 0) {
      setShown((before) => new Set([...before, unfinished]))
      setOpen(unfinished)
    } else if (unlocked <= last) {
      flow.change({ unlocked: unlocked + 1 })
      setOpen(unlocked)
    } else submit(repairsOf(flow.draft))
  }
  return (
    <>
      <StepHeading>{m.repair_problems()}</StepHeading>
      <div ref={asked.within} className="grid gap-3">
        {products.map((product, index) => (
          <Section
            key={product.id}
            product={product}
            problem={problemOf(flow.draft.problems, product.id)}
            missing={shown.has(index) ? missing(product) : []}
            waits={index === unsent && asked.wrong !== undefined}
            pending={photos.pending}
            open={index === open}
            locked={index >= unlocked}
            onOpen={() => setOpen(index)}
            onChange={(edit) => change(product.id, edit)}
            onPick={(angle, file) => void photos.send(keyOf(product.id, angle), file)}
            onDrop={(angle) => photos.drop(keyOf(product.id, angle))}
          />
        ))}
      </div>
      <DialogFooter>
        {asked.wrong ? <Notice tone="danger">{asked.wrong}</Notice> : <Refusal flow={flow} />}
        <Button wide busy={busy} onClick={press}>
          {unlocked <= last ? m.repair_next_product() : m.repair_submit()}
        </Button>
      </DialogFooter>
    </>
  )
}

function isOnItsWay(photo: Pending | undefined): boolean {
  return photo !== undefined && 'percent' in photo
}

type Edit = (problem: Problem) => Problem

/** Changes one product's problem; photos arrive at any time, so each change builds on the latest. */
function useProblems(flow: RepairFlow) {
  const latest = useRef(flow.draft.problems)
  return (id: number, edit: Edit) => {
    latest.current = { ...latest.current, [id]: edit(problemOf(latest.current, id)) }
    flow.change({ problems: latest.current })
  }
}

interface SectionProps {
  product: ActiveProduct
  problem: Problem
  /** What to complain about. */
  missing: Lack[]
  /** A photo on its way is waited for. */
  waits: boolean
  pending: Readonly<Record<string, Pending>>
  open: boolean
  locked: boolean
  onOpen(): void
  onChange(edit: Edit): void
  onPick(angle: number, file: File): void
  onDrop(angle: number): void
}

/** One product of the accordion. */
function Section({ product, open, locked, onOpen, ...form }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={`${id}-name`} className="rounded-row border border-line p-4">
      <h4 id={`${id}-name`}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          disabled={locked}
          onClick={onOpen}
          className="flex min-h-11 w-full items-center justify-between gap-3 text-left font-semibold disabled:text-muted"
        >
          {product.name}
          <ChevronDown aria-hidden="true" className={`size-5 shrink-0 text-muted ${open ? 'rotate-180' : ''}`} />
        </button>
      </h4>
      <div id={id} hidden={!open} className="pt-3">
        <ProblemForm product={product} {...form} />
      </div>
    </section>
  )
}

type FormProps = Omit<SectionProps, 'open' | 'locked' | 'onOpen'>

function ProblemForm({ product, problem, missing, waits, pending, onChange, onPick, onDrop }: FormProps) {
  const noPhotos = missing.includes('photos')
  const remove = (angle: number) => {
    onDrop(angle)
    onChange(({ photos: { [angle]: _, ...photos }, ...rest }) => ({ ...rest, photos }))
  }
  return (
    <div className="grid gap-4">
      <TextArea
        label={m.repair_message()}
        error={missing.includes('message') ? m.repair_message_missing() : undefined}
        maxLength={MESSAGE_MAX_LENGTH}
        value={problem.message}
        onChange={({ target }) => onChange((before) => ({ ...before, message: target.value }))}
      />
      <fieldset className="grid gap-2" tabIndex={-1} aria-invalid={noPhotos || waits || undefined}>
        <legend className="pb-2 font-semibold">{m.repair_photos()}</legend>
        <ul className="grid grid-cols-3 gap-3">
          {ANGLES.map((angle) => (
            <PhotoSlot
              key={angle}
              label={angleWords[angle]?.() ?? ''}
              alt={m.repair_photo_alt({ photo: angleWords[angle]?.() ?? '', product: product.name })}
              photo={problem.photos[angle]}
              pending={pending[keyOf(product.id, angle)]}
              invalid={noPhotos}
              onPick={(file) => onPick(angle, file)}
              onRemove={() => remove(angle)}
            />
          ))}
        </ul>
        {noPhotos && <FieldError>{m.repair_photos_missing()}</FieldError>}
      </fieldset>
    </div>
  )
}

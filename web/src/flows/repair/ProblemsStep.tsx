import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { useCustomerId } from '#/api/customer'
import { type ActiveProduct, activeProducts, useDashboard } from '#/api/dashboard'
import { raiseRepairs } from '#/api/repairs'
import { m } from '#/copy'
import { PhotoSlot } from '#/features/uploads/PhotoSlot'
import { type Pending, usePhotos } from '#/features/uploads/use-photos'
import { useForm } from '#/kit/form'
import { useOnline } from '#/platform/connection'
import { isDirectLogin } from '#/state/session'
import { unsentRepairs } from '#/state/unsent-repairs'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { FieldError } from '#/ui/Field'
import { TextArea } from '#/ui/TextArea'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { useSubmit } from '../kit/use-submit'
import {
  ANGLES,
  answersOf,
  MESSAGE_MAX_LENGTH,
  type Problem,
  type ProblemAnswers,
  problemOf,
  problemSchema,
  type RepairFlow,
} from './model'
import { idsOnly, repairsOf } from './queries'
import { hasLocalPhotos, unsentOf } from './unsent'

const angleWords = [m.repair_angle_front, m.repair_angle_side, m.repair_angle_close]
const keyOf = (id: number, angle: number) => `${id}/${angle}`

/**
 * Asks for the problem of each product, with photos. Each product has its own form, and they open one by one.
 */
export function ProblemsStep({ flow }: { flow: RepairFlow }) {
  const { chosen, problems, unlocked } = flow.draft
  const id = useId()
  const products = activeProducts(useDashboard().data).filter((product) => chosen.includes(product.id))
  const change = useProblems(flow)
  const customer = useCustomerId()
  const online = useOnline()
  const addPhoto = (key: string, photo: Problem['photos'][number]) => {
    const [product = 0, angle = 0] = key.split('/').map(Number)
    change(product, (problem) => ({ ...problem, photos: { ...problem.photos, [angle]: photo } }))
  }
  // Agents must send at once, because they write on a device that is not the customer's.
  const mayWait = !isDirectLogin()
  const addFile = (key: string, file: File) => addPhoto(key, { file, url: URL.createObjectURL(file) })
  const photos = usePhotos(addPhoto, mayWait ? addFile : undefined)
  const answers = products.map((product) => {
    const onTheWay = ANGLES.filter((angle) => isOnItsWay(photos.pending[keyOf(product.id, angle)])).length
    return answersOf(problemOf(problems, product.id), onTheWay)
  })
  const [open, setOpen] = useState(Math.min(unlocked, chosen.length) - 1)
  const { submit, busy } = useSubmit(flow, { send: raiseRepairs, of: idsOnly })
  const last = products.length - 1
  const unfinished = answers.findIndex((given) => !v.is(problemSchema, given))
  // The button submits the form of the first incomplete product, or of the last one that may be opened.
  const asked = unfinished >= 0 && unfinished < unlocked ? unfinished : unlocked - 1
  const goOn = () => {
    if (unlocked > last && mayWait && (!online || hasLocalPhotos(flow.draft))) {
      const repair = unsentOf(flow.draft, products, customer)
      return void unsentRepairs.put(repair).then(() => flow.finish({ tickets: [], unsent: repair.key }))
    }
    if (unlocked > last) return submit(repairsOf(flow.draft))
    flow.change({ unlocked: unlocked + 1 })
    setOpen(unlocked)
  }
  return (
    <>
      <StepHeading>{m.repair_problems()}</StepHeading>
      <div className="grid gap-3">
        {products.map((product, index) => (
          <Section
            key={product.id}
            name={product.name}
            open={index === open}
            locked={index >= unlocked}
            onOpen={() => setOpen(index)}
          >
            <ProblemForm
              id={`${id}-${index}`}
              product={product}
              photos={problemOf(problems, product.id).photos}
              answers={answers[index] ?? answersOf(problemOf(problems, product.id), 0)}
              pending={photos.pending}
              onChange={(edit) => change(product.id, edit)}
              onPick={(angle, file) => void photos.send(keyOf(product.id, angle), file)}
              onDrop={(angle) => photos.drop(keyOf(product.id, angle))}
              onDone={goOn}
            />
          </Section>
        ))}
      </div>
      <DialogFooter>
        <Refusal flow={flow} />
        <Button wide busy={busy} type="submit" form={`${id}-${asked}`} onClick={() => setOpen(asked)}>
          {unlocked <= last ? m.repair_next_product() : online || !mayWait ? m.repair_submit() : m.repair_keep()}
        </Button>
      </DialogFooter>
    </>
  )
}

function isOnItsWay(photo: Pending | undefined): boolean {
  return photo !== undefined && 'percent' in photo
}

type Edit = (problem: Problem) => Problem

/**
 * Changes the problem of a product.
 * Photos can arrive at any time, so each change starts from the latest state.
 */
function useProblems(flow: RepairFlow) {
  const latest = useRef(flow.draft.problems)
  return (id: number, edit: Edit) => {
    latest.current = { ...latest.current, [id]: edit(problemOf(latest.current, id)) }
    flow.change({ problems: latest.current })
  }
}

interface SectionProps {
  name: string
  open: boolean
  locked: boolean
  onOpen(): void
  children: ReactNode
}

/** One product of the accordion. */
function Section({ name, open, locked, onOpen, children }: SectionProps) {
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
          {name}
          <ChevronDown aria-hidden="true" className={`size-5 shrink-0 text-muted ${open ? 'rotate-180' : ''}`} />
        </button>
      </h4>
      <div id={id} hidden={!open} className="pt-3">
        {children}
      </div>
    </section>
  )
}

interface ProblemFormProps {
  id: string
  product: ActiveProduct
  photos: Problem['photos']
  answers: ProblemAnswers
  pending: Readonly<Record<string, Pending>>
  onChange(edit: Edit): void
  onPick(angle: number, file: File): void
  onDrop(angle: number): void
  /** The form is complete. */
  onDone(): void
}

function ProblemForm({ id, product, photos, answers, pending, onChange, onPick, onDrop, onDone }: ProblemFormProps) {
  const form = useForm({
    schema: problemSchema,
    initialValues: answers,
    onChange: ({ message }) => message !== undefined && onChange((before) => ({ ...before, message })),
    send: async () => onDone(),
  })
  const noPhotos = form.errors.photos
  const wrongPhotos = noPhotos ?? form.errors.onTheWay
  const remove = (angle: number) => {
    onDrop(angle)
    onChange(({ photos: { [angle]: _, ...others }, ...rest }) => ({ ...rest, photos: others }))
  }
  return (
    <form {...form.props} id={id} className="grid gap-4">
      <TextArea
        label={m.repair_message()}
        error={form.errors.message}
        maxLength={MESSAGE_MAX_LENGTH}
        value={answers.message}
        onChange={({ target }) => form.change({ message: target.value })}
      />
      <fieldset className="grid gap-2" tabIndex={-1} aria-invalid={wrongPhotos ? true : undefined}>
        <legend className="pb-2 font-semibold">{m.repair_photos()}</legend>
        {/* A tile must fit two buttons, so a narrow screen has fewer tiles in a row. */}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-3">
          {ANGLES.map((angle) => (
            <PhotoSlot
              key={angle}
              label={angleWords[angle]?.() ?? ''}
              alt={m.repair_photo_alt({ photo: angleWords[angle]?.() ?? '', product: product.name })}
              photo={photos[angle]}
              pending={pending[keyOf(product.id, angle)]}
              invalid={noPhotos !== undefined}
              onPick={(file) => onPick(angle, file)}
              onRemove={() => remove(angle)}
            />
          ))}
        </ul>
        {wrongPhotos && <FieldError>{wrongPhotos}</FieldError>}
      </fieldset>
    </form>
  )
}

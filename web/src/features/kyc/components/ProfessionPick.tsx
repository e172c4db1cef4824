import { useId } from 'react'
import * as v from 'valibot'
import type { ProfessionType } from '#/api/kyc'
import { m } from '#/copy'
import { choice, useForm } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { Button } from '#/ui/Button'
import { RadioCard } from '#/ui/ChoiceCard'
import { FieldError } from '#/ui/Field'
import { setProfession } from '../calls'
import { choosable } from '../model'
import { withToast } from '../problem-toast'
import { useStepTaken } from '../step'
import { professionName, professionNote } from '../words'

interface ProfessionPickProps {
  types: ProfessionType[]
  /** The profession that is selected at first: the former one, or the one in the address. */
  start: number | undefined
  onChosen(type: number): void
}

/** Lets the customer choose a profession, which decides the documents. */
export function ProfessionPick({ types, start, onChosen }: ProfessionPickProps) {
  const taken = useStepTaken()
  const id = useId()
  const offered = choosable(types)
  const isOffered = (type: number) => offered.some((profession) => profession.type === type)
  const form = useForm({
    schema: v.object({ type: choice(isOffered, m.kyc_profession_missing) }),
    initialValues: { type: start !== undefined && isOffered(start) ? start : undefined },
    send: async ({ type }) => {
      const { id: professionId } = offered.find((profession) => profession.type === type) as ProfessionType
      await withToast(setProfession({ professionId, professionType: type }))
      await taken()
      onChosen(type)
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <fieldset
        className="grid gap-3"
        aria-invalid={form.errors.type ? true : undefined}
        aria-describedby={form.errors.type && id}
      >
        <legend className="pb-3 text-muted">{m.kyc_profession_note()}</legend>
        {offered.map(({ type, label }) => (
          <RadioCard
            key={type}
            name="profession"
            title={professionName(type, label)}
            note={professionNote(type)}
            checked={form.answers.type === type}
            onChange={() => form.change({ type })}
          />
        ))}
        {form.errors.type && <FieldError id={id}>{form.errors.type}</FieldError>}
      </fieldset>
      <InlineError>{form.submitError}</InlineError>
      <Button wide busy={form.busy} {...form.button}>
        {m.kyc_continue()}
      </Button>
    </form>
  )
}

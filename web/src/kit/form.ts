import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { RejectedError } from '#/api/errors'
import { stripInvisible } from '#/shared/strip-invisible'
import { useRestoredDraft, useSaveDraft } from './draft-storage'

interface FormOptions<Answers extends object, Sent> {
  /** The name under which the answers survive a reload that the customer did not ask for. */
  savedAs?: string
  /** The rules for the answers. Their messages come from the copy, to follow the language of the screen. */
  schema: v.GenericSchema<Answers, Sent>
  /** The initial answers. With `onChange`, the current answers. */
  initialValues: Answers
  /** For answers that are kept elsewhere, such as in the draft of a flow, which outlives the screen. */
  onChange?(part: Partial<Answers>): void
  /** Called with valid answers. A refusal that names a field appears there. Others become `submitError`. */
  send(answers: Sent): Promise<unknown>
  /** The text for a failure, if it is not the server's message. */
  errorText?(error: unknown): string
}

type FieldErrors<Answers> = Partial<Record<keyof Answers, string>>

/** A choice that is required. `isOffered` says what can be chosen now. */
export function choice<T>(isOffered: (chosen: T) => boolean, message: () => string): v.GenericSchema<T | undefined, T> {
  return v.custom<T>((chosen) => chosen !== undefined && isOffered(chosen as T), message)
}

/** The answers without invisible characters. The server would refuse those, and nobody would know why. */
function withoutInvisible<Answers extends object>(answers: Answers): Answers {
  const texts = Object.entries(answers).map(([name, answer]) => [
    name,
    typeof answer === 'string' ? stripInvisible(answer) : answer,
  ])
  return Object.fromEntries(texts) as Answers
}

/**
 * The behaviour of every form. Nothing is marked as wrong while the customer types. The answers are validated
 * before they are sent. Then every wrong answer says why, and the first one gets the focus.
 * A changed answer is not wrong any more, even if its old value is refused later.
 */
export function useForm<Answers extends object, Sent>(options: FormOptions<Answers, Sent>) {
  const { savedAs, schema, initialValues: start, onChange, send, errorText = messageOf } = options
  const [answers, changeAnswers] = useAnswers(savedAs, start, onChange)
  const [errors, setErrors] = useErrors(answers)
  const [submitError, setSubmitError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [rejections, setRejections] = useState(0)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, rejections)

  const showErrors = (found: FieldErrors<Answers>) => {
    setErrors(found)
    setRejections((count) => count + 1)
  }
  const latest = useRef({ answers, send })
  useEffect(() => {
    latest.current = { answers, send }
  })
  const sent = useRef<Answers>(undefined)
  const next = useRef<Answers>(undefined)
  const showRefusal = (error: unknown, given: Answers) => {
    const field = refusedField(error)
    if (!field || !(field in answers)) return setSubmitError(errorText(error))
    const name = field as keyof Answers
    // The customer has changed this answer in the meantime.
    if (latest.current.answers[name] !== given[name]) return
    showErrors({ [name]: (error as Error).message } as FieldErrors<Answers>)
  }
  const submit = async (given: Answers): Promise<void> => {
    if (sent.current) {
      // Ignore a repeated press with the same answers. Other answers are sent if the first ones are refused.
      next.current = isSame(given, sent.current) ? undefined : given
      return
    }
    const checked = v.safeParse(schema, withoutInvisible(given))
    if (!checked.success) return showErrors(firstMessages(checked.issues))
    setErrors({})
    setSubmitError(undefined)
    setBusy(true)
    sent.current = given
    let error: unknown
    try {
      await latest.current.send(checked.output)
    } catch (reason) {
      error = reason
    }
    const corrected = next.current
    sent.current = next.current = undefined
    setBusy(false)
    if (corrected && error instanceof RejectedError) void submit(corrected)
    else if (error) showRefusal(error, given)
  }
  return {
    answers,
    errors,
    submitError,
    busy,
    change(part: Partial<Answers>) {
      changeAnswers(part)
      setSubmitError(undefined)
      next.current = undefined
    },
    /** Marks answers as wrong, for example after a lookup, and moves the focus there. */
    showErrors,
    /** Clears all marks, so that the answers are looked at again. */
    clearErrors() {
      setErrors({})
    },
    /** Marks an answer as wrong after a background lookup. The focus stays where it is. */
    setFieldError(name: keyof Answers, why: string) {
      setErrors((before) => ({ ...before, [name]: why }))
    },
    /**
     * Submits without a press, as after the last digit of a code.
     * During a submission, the new answers wait and are sent if the first ones are refused.
     */
    submit: (given: Answers = answers) => void submit(given),
    /** Props for the form element. */
    props: {
      id,
      ref: form,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault()
        void submit(answers)
      },
    },
    /** Props for the submit button. In a dialog the button is in the footer, outside of the form. */
    button: { type: 'submit' as const, form: id },
  }
}

function isSame<Answers extends object>(one: Answers, other: Answers): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof Answers)[]
  return names.every((name) => one[name] === other[name])
}

function useAnswers<Answers extends object>(
  savedAs: string | undefined,
  start: Answers,
  onChange?: (part: Partial<Answers>) => void,
) {
  const restored = useRestoredDraft<Answers>(savedAs)?.value
  const [own, setOwn] = useState(() => ({ ...start, ...restored }))
  useSaveDraft(savedAs, own)
  const change = (part: Partial<Answers>) => setOwn((before) => ({ ...before, ...part }))
  return onChange ? ([start, onChange] as const) : ([own, change] as const)
}

/** The wrong answers. An answer that has changed since, for whatever reason, is not wrong any more. */
function useErrors<Answers extends object>(answers: Answers) {
  const state = useState<FieldErrors<Answers>>({})
  const [about, setAbout] = useState(answers)
  const names = Object.keys({ ...about, ...answers }) as (keyof Answers)[]
  const changed = names.filter((name) => answers[name] !== about[name])
  if (changed.length > 0) {
    setAbout(answers)
    state[1]((before) => ({ ...before, ...Object.fromEntries(changed.map((name) => [name, undefined])) }))
  }
  return state
}

/** The field that the server's refusal names. */
function refusedField(error: unknown): string | undefined {
  const field = error instanceof RejectedError ? error.extra.field : undefined
  return typeof field === 'string' ? field : undefined
}

function messageOf(error: unknown): string {
  return (error as Error).message
}

function firstMessages<Answers>(issues: readonly v.BaseIssue<unknown>[]): FieldErrors<Answers> {
  const found: Record<string, string> = {}
  for (const { path, message } of issues) found[String(path?.[0]?.key)] ??= message
  return found as FieldErrors<Answers>
}

/** Moves the focus to the first invalid field, each time that `cause` changes to a truthy value. */
export function useFocusFirstInvalid(within: RefObject<HTMLElement | null>, cause: unknown): void {
  useEffect(() => {
    const wrong = within.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (cause && wrong) focusInto(wrong)
  }, [within, cause])
}

const ANSWERABLE = 'input:not(:disabled), select, textarea, a[href], [tabindex="0"]'

/** Focuses a field, or the first field of a group. In a calendar that is the day where arrow keys start. */
function focusInto(field: HTMLElement): void {
  const inside =
    field.querySelector<HTMLElement>(ANSWERABLE) ?? field.querySelector<HTMLElement>('button:not(:disabled)')
  const target = field.matches(ANSWERABLE) ? field : (inside ?? field)
  target.focus()
}

/**
 * For a button next to choices that are not a form. While something is missing, a press says what, and the
 * focus moves to the part of `within` that is marked as invalid.
 */
export function useRequiredChoice<Within extends HTMLElement = HTMLDivElement>(missing: string | undefined) {
  const within = useRef<Within>(null)
  const [asked, setAsked] = useState(0)
  if (asked > 0 && missing === undefined) setAsked(0)
  useFocusFirstInvalid(within, asked)
  return {
    within,
    /** The text to show, from the press of the button until nothing is missing. */
    error: asked > 0 ? missing : undefined,
    ifComplete(go: () => void) {
      if (missing === undefined) return go()
      setAsked((count) => count + 1)
    },
  }
}

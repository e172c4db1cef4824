import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { RejectedError } from '#/api/errors'
import { seen } from '#/shared/seen'
import { useRestored, useSaver } from './kept'

interface FormSetting<Answers extends object, Sent> {
  /** The name under which the answers survive a reload that the customer did not ask for. */
  savedAs?: string
  /** The rules for the answers. Their messages come from the copy, to follow the language of the screen. */
  schema: v.GenericSchema<Answers, Sent>
  /** The initial answers. With `onChange`, the current answers. */
  start: Answers
  /** For answers that are kept elsewhere, such as in the draft of a flow, which outlives the screen. */
  onChange?(part: Partial<Answers>): void
  /** Called with valid answers. A refusal that names a field appears there. Others become `trouble`. */
  send(answers: Sent): Promise<unknown>
  /** The text for a failure, if it is not the server's message. */
  troubleOf?(error: unknown): string
}

type Wrong<Answers> = Partial<Record<keyof Answers, string>>

/** A choice that is required. `isOffered` says what can be chosen now. */
export function choice<T>(isOffered: (chosen: T) => boolean, message: () => string): v.GenericSchema<T | undefined, T> {
  return v.custom<T>((chosen) => chosen !== undefined && isOffered(chosen as T), message)
}

/** The answers without invisible characters. The server would refuse those, and nobody would know why. */
function asSeen<Answers extends object>(answers: Answers): Answers {
  const texts = Object.entries(answers).map(([name, answer]) => [
    name,
    typeof answer === 'string' ? seen(answer) : answer,
  ])
  return Object.fromEntries(texts) as Answers
}

/**
 * The behaviour of every form. Nothing is marked as wrong while the customer types. The answers are validated
 * before they are sent. Then every wrong answer says why, and the first one gets the focus.
 * A changed answer is not wrong any more, even if its old value is refused later.
 */
export function useForm<Answers extends object, Sent>(setting: FormSetting<Answers, Sent>) {
  const { savedAs, schema, start, onChange, send, troubleOf = messageOf } = setting
  const [answers, changeAnswers] = useAnswers(savedAs, start, onChange)
  const [wrong, setWrong] = useWrong(answers)
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useFocusOnWrong(form, refusals)

  const refuse = (found: Wrong<Answers>) => {
    setWrong(found)
    setRefusals((count) => count + 1)
  }
  const latest = useRef({ answers, send })
  useEffect(() => {
    latest.current = { answers, send }
  })
  const sent = useRef<Answers>(undefined)
  const next = useRef<Answers>(undefined)
  const explain = (error: unknown, given: Answers) => {
    const field = fieldOf(error)
    if (!field || !(field in answers)) return setTrouble(troubleOf(error))
    const name = field as keyof Answers
    // The customer has changed this answer in the meantime.
    if (latest.current.answers[name] !== given[name]) return
    refuse({ [name]: (error as Error).message } as Wrong<Answers>)
  }
  const submit = async (given: Answers): Promise<void> => {
    if (sent.current) {
      // Ignore a repeated press with the same answers. Other answers are sent if the first ones are refused.
      next.current = isSame(given, sent.current) ? undefined : given
      return
    }
    const checked = v.safeParse(schema, asSeen(given))
    if (!checked.success) return refuse(firstMessages(checked.issues))
    setWrong({})
    setTrouble(undefined)
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
    else if (error) explain(error, given)
  }
  return {
    answers,
    wrong,
    trouble,
    busy,
    change(part: Partial<Answers>) {
      changeAnswers(part)
      setTrouble(undefined)
      next.current = undefined
    },
    /** Marks answers as wrong, for example after a lookup, and moves the focus there. */
    refuse,
    /** Clears all marks, so that the answers are looked at again. */
    forgive() {
      setWrong({})
    },
    /** Marks an answer as wrong after a background lookup. The focus stays where it is. */
    blame(name: keyof Answers, why: string) {
      setWrong((before) => ({ ...before, [name]: why }))
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
  const restored = useRestored<Answers>(savedAs)?.value
  const [own, setOwn] = useState(() => ({ ...start, ...restored }))
  useSaver(savedAs, own)
  const change = (part: Partial<Answers>) => setOwn((before) => ({ ...before, ...part }))
  return onChange ? ([start, onChange] as const) : ([own, change] as const)
}

/** The wrong answers. An answer that has changed since, for whatever reason, is not wrong any more. */
function useWrong<Answers extends object>(answers: Answers) {
  const state = useState<Wrong<Answers>>({})
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
function fieldOf(error: unknown): string | undefined {
  const field = error instanceof RejectedError ? error.extra.field : undefined
  return typeof field === 'string' ? field : undefined
}

function messageOf(error: unknown): string {
  return (error as Error).message
}

function firstMessages<Answers>(issues: readonly v.BaseIssue<unknown>[]): Wrong<Answers> {
  const found: Record<string, string> = {}
  for (const { path, message } of issues) found[String(path?.[0]?.key)] ??= message
  return found as Wrong<Answers>
}

/** Moves the focus to the first invalid field, each time that `cause` changes to a truthy value. */
export function useFocusOnWrong(within: RefObject<HTMLElement | null>, cause: unknown): void {
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
export function useAsked<Within extends HTMLElement = HTMLDivElement>(lack: string | undefined) {
  const within = useRef<Within>(null)
  const [asked, setAsked] = useState(0)
  if (asked > 0 && lack === undefined) setAsked(0)
  useFocusOnWrong(within, asked)
  return {
    within,
    /** The text to show, from the press of the button until nothing is missing. */
    wrong: asked > 0 ? lack : undefined,
    unlessLacking(go: () => void) {
      if (lack === undefined) return go()
      setAsked((count) => count + 1)
    },
  }
}

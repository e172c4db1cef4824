import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { RejectedError } from '#/api/errors'
import { seen } from '#/shared/seen'
import { useRestored, useSaver } from './kept'

interface FormSetting<Answers extends object, Sent> {
  /** Under which name what was typed outlives a reload that the person has not asked for. */
  savedAs?: string
  /** What each answer must be; its messages are those of the copy, so that they come in the language of the screen. */
  schema: v.GenericSchema<Answers, Sent>
  /** What is answered at first; with `onChange` what is answered now. */
  start: Answers
  /** The answers are kept elsewhere, such as in the draft of a flow, which outlives the screen. */
  onChange?(part: Partial<Answers>): void
  /** What is done with right answers. A refusal that names a field stands there; any other is the form's `trouble`. */
  send(answers: Sent): Promise<unknown>
  /** What is said where saving failed, when it is not the server's sentence. */
  troubleOf?(error: unknown): string
}

type Wrong<Answers> = Partial<Record<keyof Answers, string>>

/** A choice that must be made, and from what can be chosen now. */
export function choice<T>(isOffered: (chosen: T) => boolean, message: () => string): v.GenericSchema<T | undefined, T> {
  return v.custom<T>((chosen) => chosen !== undefined && isOffered(chosen as T), message)
}

/** Answers without what nobody sees: it would be refused, and nobody would know why. */
function asSeen<Answers extends object>(answers: Answers): Answers {
  const texts = Object.entries(answers).map(([name, answer]) => [
    name,
    typeof answer === 'string' ? seen(answer) : answer,
  ])
  return Object.fromEntries(texts) as Answers
}

/**
 * The one way of a form. Nothing is complained about while somebody types; what is sent is checked first, every wrong
 * answer says why, and the first of them has the focus. A changed answer is not wrong any more, also when it is refused later.
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
    // Somebody is correcting it already.
    if (latest.current.answers[name] !== given[name]) return
    refuse({ [name]: (error as Error).message } as Wrong<Answers>)
  }
  const submit = async (given: Answers): Promise<void> => {
    if (sent.current) {
      // The same once more is an impatient press; other answers are sent if these are refused.
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
    /** An answer will not do, as something that was asked for says; the focus goes there. */
    refuse,
    /** What was wrong is looked at anew. */
    forgive() {
      setWrong({})
    },
    /** Something that was looked up meanwhile says that an answer will not do; the focus stays where it is. */
    blame(name: keyof Answers, why: string) {
      setWrong((before) => ({ ...before, [name]: why }))
    },
    /** Sends by itself, as the last digit of a code does. What is sent while others are is sent after they are refused. */
    submit: (given: Answers = answers) => void submit(given),
    /** For the form element. */
    props: {
      id,
      ref: form,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault()
        void submit(answers)
      },
    },
    /** For the button that sends it: in a dialog it stands in the footer, outside of the form. */
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

/** What is wrong; an answer that has changed since, by whomsoever, is not wrong any more. */
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

/** Puts the focus into the first field that is wrong, each time that `cause` changes to something. */
export function useFocusOnWrong(within: RefObject<HTMLElement | null>, cause: unknown): void {
  useEffect(() => {
    const wrong = within.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (cause && wrong) focusInto(wrong)
  }, [within, cause])
}

const ANSWERABLE = 'input:not(:disabled), select, textarea, a[href], [tabindex="0"]'

/** Into a field, or into the first one of a group: of a calendar that is the day which the arrow keys begin with. */
function focusInto(field: HTMLElement): void {
  const inside =
    field.querySelector<HTMLElement>(ANSWERABLE) ?? field.querySelector<HTMLElement>('button:not(:disabled)')
  const target = field.matches(ANSWERABLE) ? field : (inside ?? field)
  target.focus()
}

/**
 * For a button beside choices that are no form: while something lacks, pressing it says what, and the focus goes into
 * the part of `within` that is marked as invalid.
 */
export function useAsked<Within extends HTMLElement = HTMLDivElement>(lack: string | undefined) {
  const within = useRef<Within>(null)
  const [asked, setAsked] = useState(0)
  if (asked > 0 && lack === undefined) setAsked(0)
  useFocusOnWrong(within, asked)
  return {
    within,
    /** What to say: from when the button was pressed until nothing lacks. */
    wrong: asked > 0 ? lack : undefined,
    unlessLacking(go: () => void) {
      if (lack === undefined) return go()
      setAsked((count) => count + 1)
    },
  }
}

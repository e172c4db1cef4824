import { createStore } from '#/shared/store'

/** Whoever answers the question: true once a code has confirmed who it is, false when it was closed. */
type Answer = (isConfirmed: boolean) => void

/** Set while the person is asked to confirm by a code that it is them. */
export const codeQuestion = createStore<Answer | undefined>(undefined)

let asked: Promise<boolean> | undefined

/** Asks once, however many calls wait for it. */
export function askForCode(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    codeQuestion.set((isConfirmed) => {
      asked = undefined
      codeQuestion.set(undefined)
      resolve(isConfirmed)
    })
  })
  return asked
}

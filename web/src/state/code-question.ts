import { createStore } from '#/shared/store'

/** Answers the question: true once a code has confirmed the customer, false when they closed the question. */
type Answer = (isConfirmed: boolean) => void

/** Set while the customer is asked to confirm their identity by a code. */
export const codeQuestion = createStore<Answer | undefined>(undefined)

let asked: Promise<boolean> | undefined

/** Asks once, no matter how many calls wait for the answer. */
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

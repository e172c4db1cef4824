import { baseLocale, overwriteGetLocale } from './paraglide/runtime.js'

let isSpeakingInstead = false

/** Whether English stands for a language whose texts could not be loaded: nobody has chosen it. */
export const isEnglishInstead = () => isSpeakingInstead

/** This page speaks English, its dates and numbers too; what the person has chosen stays chosen. */
export function speakEnglish(): void {
  isSpeakingInstead = true
  overwriteGetLocale(() => baseLocale)
  document.documentElement.lang = baseLocale
}

/**
 * A text as the server keeps it (`bound.Lines`): without what nobody sees, which comes along when somebody pastes, such
 * as marks of direction around a number. The joiners of scripts stay.
 */
export function seen(text: string): string {
  return text.replace(/\t/g, ' ').replace(/(?!\u200c|\u200d|\n|\r)[\p{Cc}\p{Cf}]/gu, '')
}

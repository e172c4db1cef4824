/**
 * The text as the server stores it (`bound.Lines`): without invisible characters. These come along when
 * somebody pastes, such as direction marks around a number. The joiners of scripts stay.
 */
export function stripInvisible(text: string): string {
  return text.replace(/\t/g, ' ').replace(/(?!\u200c|\u200d|\n|\r)[\p{Cc}\p{Cf}]/gu, '')
}

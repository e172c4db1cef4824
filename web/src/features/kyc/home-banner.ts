import { laterWords } from '#/copy/load-words'

/** The banner of home with its texts, which come with the pages of the verification alone. */
export async function homeBanner() {
  const [part] = await Promise.all([import('./components/KycBanner'), laterWords()])
  return part
}

export const GSTIN_LENGTH = 15

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** State code, PAN, serial of the registration (1 to 9, then letters), kind (Z; C and D of who collects or deducts tax), check. */
const SHAPE = /^(?:0[1-9]|[12]\d|3[0-8]|97|99)[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z][1-9A-Z][ZCD][0-9A-Z]$/

/** The character that the first fourteen of a GSTIN ask for as its last: weights 1 and 2 in turn, by digits of base 36. */
function checkCharacter(first: string): string {
  const sum = [...first].reduce((total, character, at) => {
    const product = ALPHABET.indexOf(character) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return ALPHABET.charAt((36 - (sum % 36)) % 36)
}

/** Whether it can be a GSTIN; whether there is one, only the tax office knows. */
export function isGstin(text: string): boolean {
  return SHAPE.test(text) && checkCharacter(text.slice(0, 14)) === text.charAt(14)
}

/** As it is written on a certificate: capitals, without the spaces that it is pasted with. */
export const asGstin = (text: string) => text.replace(/\s/g, '').toUpperCase()

export const GSTIN_LENGTH = 15

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * State code, PAN, serial of the registration (1 to 9, then letters), kind, check character.
 * The kind is Z, or C or D for those who collect or deduct tax.
 */
const SHAPE = /^(?:0[1-9]|[12]\d|3[0-8]|97|99)[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z][1-9A-Z][ZCD][0-9A-Z]$/

/** The check character of a GSTIN's first fourteen characters: weights 1 and 2 in turn, digits of base 36. */
function checkCharacter(first: string): string {
  const sum = [...first].reduce((total, character, at) => {
    const product = ALPHABET.indexOf(character) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return ALPHABET.charAt((36 - (sum % 36)) % 36)
}

/** Whether the text can be a GSTIN. Whether it exists is known only to the tax office. */
export function isGstin(text: string): boolean {
  return SHAPE.test(text) && checkCharacter(text.slice(0, 14)) === text.charAt(14)
}

/** The GSTIN as certificates print it: in capitals, without the spaces of pasted text. */
export const asGstin = (text: string) => text.replace(/\s/g, '').toUpperCase()

const pdfTypes = ['invoice', 'rental-invoice', 'order', 'agreement'] as const

/** Documents that the print view knows; any other type is a page that does not exist. */
export function isPdfType(value: string): boolean {
  return (pdfTypes as readonly string[]).includes(value)
}

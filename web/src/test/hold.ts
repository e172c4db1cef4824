/** Delays the response of a call. After `letGo`, the next handler gives the response. */
export function aHold() {
  let letGo: () => void = () => {}
  const held = new Promise<undefined>((resolve) => {
    letGo = () => resolve(undefined)
  })
  return { held, letGo }
}

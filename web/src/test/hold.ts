/** Has a call wait for its answer: it is given once `letGo` was called, by the handler that comes next. */
export function aHold() {
  let letGo: () => void = () => {}
  const held = new Promise<undefined>((resolve) => {
    letGo = () => resolve(undefined)
  })
  return { held, letGo }
}

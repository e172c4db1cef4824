import { type Address, addressText } from '#/api/addresses'

/** The line, and the second mobile below it. */
export function AddressText({ address }: { address: Address }) {
  const { line, mobile } = addressText(address)
  return (
    <>
      {line}
      {mobile && (
        <>
          <br />
          {mobile}
        </>
      )}
    </>
  )
}

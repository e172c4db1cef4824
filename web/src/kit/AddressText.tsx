import { type Address, addressText } from '#/api/addresses'

/** The address in one line, with the second mobile number below it. */
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

import { m } from '#/copy'
import { Dialog } from '#/kit/Dialog'
import { useIsDesktop } from '#/shared/use-media'
import { VanArt } from '#/ui/art/VanArt'
import { Button } from '#/ui/Button'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'

export interface AreaNotServiceableProps {
  /** The server's reason. Without one, the default warning is shown. */
  message?: string
  /** The customer wants to choose another address. */
  onBack(): void
}

/** Says that we do not deliver to the place. It is a screen on desktop and a bottom sheet on mobile. */
export function AreaNotServiceable(props: AreaNotServiceableProps) {
  const desktop = useIsDesktop()
  if (desktop) {
    return (
      <section className="grid justify-items-center gap-4 py-6 text-center">
        <VanArt />
        <h2 className="font-bold text-dialog">{m.address_unserved_title()}</h2>
        <Warning {...props} />
      </section>
    )
  }
  return (
    <Dialog title={m.address_unserved_title()} onClose={props.onBack}>
      <Warning {...props} />
    </Dialog>
  )
}

function Warning({ message, onBack }: AreaNotServiceableProps) {
  return (
    <div className="grid w-full max-w-md gap-4 text-left">
      <Notice tone="due">{message || m.address_unserved_text()}</Notice>
      <LinkButton to="/home" search={{ openChat: 'area' }} wide>
        {m.address_talk()}
      </LinkButton>
      <Button variant="secondary" wide onClick={onBack}>
        {m.address_other()}
      </Button>
    </div>
  )
}

import { X } from 'lucide-react'
import { m } from '#/copy'
import { Button, type ButtonProps } from '#/ui/Button'
import { IconButton, type IconButtonProps } from '#/ui/IconButton'

/** The one close button with a text, for the end of what has been read. */
export function CloseButton(props: ButtonProps) {
  return (
    <Button variant="secondary" {...props}>
      {m.kit_close()}
    </Button>
  )
}

/** The close button as an X, at the top of a part that is not a dialog. A dialog brings its own. */
export function CloseIconButton(props: Omit<IconButtonProps, 'label' | 'icon'>) {
  return <IconButton {...props} label={m.kit_close()} icon={<X aria-hidden="true" className="size-6" />} />
}

import type { ChangeEvent, ReactNode } from 'react'
import { cx } from '#/shared/cx'
import { type ButtonLook, buttonClass } from './button-class'

export interface FilePickerProps extends ButtonLook {
  accept: string
  /** Opens the camera instead of the files, on phones: that of the back, or the one that looks at the person. */
  capture?: 'environment' | 'user'
  onPick(file: File): void
  children: ReactNode
}

/** A button that asks for a file; the browser's own field, so that keyboard and screen readers know it. */
export function FilePicker({ accept, capture, onPick, children, ...look }: FilePickerProps) {
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // The same file can be chosen once more.
    currentTarget.value = ''
    if (file) onPick(file)
  }
  return (
    <label
      className={cx(
        buttonClass(look),
        'cursor-pointer focus-within:outline-2 focus-within:outline-focus focus-within:outline-offset-2',
      )}
    >
      {children}
      <input type="file" accept={accept} capture={capture} className="visually-hidden" onChange={pick} />
    </label>
  )
}

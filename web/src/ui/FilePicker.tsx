import type { ChangeEvent, ReactNode } from 'react'
import { cx } from '#/shared/cx'
import { type ButtonLook, buttonClass } from './button-class'

export interface FilePickerProps extends ButtonLook {
  accept: string
  /** On phones, opens a camera instead of the files: the rear camera, or the front camera. */
  capture?: 'environment' | 'user'
  onPick(file: File): void
  children: ReactNode
}

/**
 * A button that asks for a file.
 * It contains the browser's own field, which keyboards and screen readers support.
 */
export function FilePicker({ accept, capture, onPick, children, ...look }: FilePickerProps) {
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // Reset the field, so that the same file can be chosen again.
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

import { ImagePlus, SendHorizontal, X } from 'lucide-react'
import { type ChangeEvent, type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { m } from '#/copy'
import { useForm } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { RetryButton } from '#/kit/LoadError'
import { cx } from '#/shared/cx'
import { useIsDesktop } from '#/shared/use-media'
import { readChatDraft, saveChatDraft } from '#/state/chat-outbox'
import { IconButton, iconButtonClass } from '#/ui/IconButton'
import { type Attachment, useAttachment } from './use-attachment'
import type { Said } from './use-send'

/** The server has the same limit. */
const MAX_TEXT = 2000

/** Milliseconds in which a second press counts as a double tap and is ignored. */
const DOUBLE_PRESS_MS = 1000

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>
  customer: number
  onSend(words: Said): void
}

/** The field for the next message. If the message cannot be sent, it says why. */
export function Composer({ field, customer, onSend }: ComposerProps) {
  const [text, setText] = useState(() => readChatDraft(customer))
  const { attachment, pick, drop } = useAttachment()
  const desktop = useIsDesktop()
  const sentAt = useRef(0)
  const id = useId()

  const write = (words: string) => {
    setText(words)
    saveChatDraft(customer, words)
  }
  const form = useForm({
    schema: v.object({
      text: v.pipe(
        v.string(),
        v.check(
          (words) => !whyNot(words, attachment),
          ({ input }) => whyNot(input, attachment) ?? '',
        ),
      ),
    }),
    initialValues: { text },
    onChange: (part: { text?: string }) => write(part.text ?? ''),
    async send(words) {
      sentAt.current = Date.now()
      onSend({ text: words.text.trim() || undefined, image: attachment as Said['image'] })
      write('')
      drop()
      field.current?.focus()
    },
  })
  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    const isEmpty = !text.trim() && !attachment
    if (isEmpty && Date.now() - sentAt.current < DOUBLE_PRESS_MS) return
    form.submit()
  }
  // On a phone, Enter is the only way to start a new line, so it does not send there.
  function sendByEnter(event: KeyboardEvent) {
    if (!desktop || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  return (
    <form {...form.props} onSubmit={submit} className="grid shrink-0 grid-cols-1 gap-2 border-line border-t p-3">
      {attachment && <Attached attachment={attachment} onAgain={pick} onDrop={drop} />}
      {form.errors.text && <InlineError>{form.errors.text}</InlineError>}
      <div className="flex items-end gap-1">
        <Picker onPick={pick} />
        <label htmlFor={id} className="visually-hidden">
          {m.help_write()}
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          value={text}
          placeholder={m.help_write()}
          aria-invalid={form.errors.text !== undefined}
          onChange={(event) => form.change({ text: event.target.value })}
          onKeyDown={sendByEnter}
          className="field-sizing-content max-h-[30dvh] wrap-anywhere min-h-11 min-w-0 flex-1 resize-none rounded-control border border-control bg-surface px-3 py-2.5 text-body"
        />
        <button
          type="submit"
          aria-label={m.help_send()}
          className="inline-grid size-11 shrink-0 place-items-center rounded-full bg-brand text-on-brand transition-colors duration-120 hover:bg-brand-hover"
        >
          <SendHorizontal aria-hidden="true" className="size-5" />
        </button>
      </div>
    </form>
  )
}

function whyNot(text: string, attachment: Attachment | undefined): string | undefined {
  if (attachment && 'percent' in attachment) return m.help_picture_coming()
  if (attachment && 'problem' in attachment) {
    return attachment.isRefused ? m.help_picture_refused() : m.help_picture_missing()
  }
  const count = [...text.trim()].length
  if (count > MAX_TEXT) return m.help_too_long({ most: MAX_TEXT, count })
  return text.trim() || attachment ? undefined : m.help_write_something()
}

function Picker({ onPick }: { onPick(file: File): void }) {
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (file) onPick(file)
  }
  return (
    <label className={cx(iconButtonClass, 'cursor-pointer focus-within:outline-2 focus-within:outline-focus')}>
      <span className="visually-hidden">{m.help_attach()}</span>
      <ImagePlus aria-hidden="true" className="size-5" />
      <input type="file" accept="image/*" className="visually-hidden" onChange={pick} />
    </label>
  )
}

interface AttachedProps {
  attachment: Attachment
  onAgain(file: File): void
  onDrop(): void
}

function Attached({ attachment, onAgain, onDrop }: AttachedProps) {
  return (
    <div className="flex items-center gap-2">
      {'percent' in attachment && (
        <p role="status" className="flex-1 text-support">
          {m.help_picture_sending({ percent: attachment.percent })}
        </p>
      )}
      {'problem' in attachment && (
        <>
          <p role="status" className="flex-1 text-danger-ink text-support">
            {attachment.problem}
          </p>
          {!attachment.isRefused && <RetryButton compact onClick={() => onAgain(attachment.file)} />}
        </>
      )}
      {'url' in attachment && (
        <p className="flex-1">
          <img src={attachment.url} alt={m.help_picture()} className="size-[3.75rem] rounded-chip object-cover" />
        </p>
      )}
      <IconButton label={m.help_picture_remove()} icon={<X aria-hidden="true" className="size-5" />} onClick={onDrop} />
    </div>
  )
}

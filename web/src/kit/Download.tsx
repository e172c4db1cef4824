import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { saveFile } from '#/platform/save-file'
import { toast } from '#/platform/toast'
import { Button } from '#/ui/Button'
import { NotDone } from './NotDone'

interface DownloadProps {
  /** Fetches the file, with the session. */
  file(): Promise<Blob>
  /** Under which it is kept. */
  name: string
  /** What is kept, where it is not the document above. */
  children?: ReactNode
  /** What else can be done with it. */
  beside?: ReactNode
}

/** A file of the server to keep. Why it could not be fetched is said below the button. */
export function Download({ file, name, children, beside }: DownloadProps) {
  const fetching = useMutation({
    mutationFn: file,
    meta: { asks: true },
    onSuccess: (blob) => saveFile(blob, name),
    onError: ({ message }) => toast.error(message), // for who has gone on meanwhile
  })
  return (
    <div className="grid justify-items-start gap-2 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button compact variant="secondary" busy={fetching.isPending} onClick={() => fetching.mutate()}>
          <FileDown aria-hidden="true" className="size-5" />
          {children ?? m.kit_download_pdf()}
        </Button>
        {beside}
      </div>
      <NotDone error={fetching.error} busy={fetching.isPending} onRetry={() => fetching.mutate()} />
    </div>
  )
}

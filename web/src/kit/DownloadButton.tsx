import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { saveFile } from '#/platform/save-file'
import { Button } from '#/ui/Button'
import { ActionError } from './ActionError'
import { useToastIfGone } from './toast-if-gone'

interface DownloadButtonProps {
  /** Fetches the file, with the access token. */
  file(): Promise<Blob>
  /** The name of the downloaded file. */
  name: string
  /** The label of the button, if the file is not the document above it. */
  children?: ReactNode
  /** Further actions beside the button. */
  beside?: ReactNode
}

/** Downloads a file from the server. If that fails, the reason is shown below the button. */
export function DownloadButton({ file, name, children, beside }: DownloadButtonProps) {
  const toastIfGone = useToastIfGone()
  const fetching = useMutation({
    mutationFn: file,
    meta: { asks: true },
    onSuccess: (blob) => saveFile(blob, name),
    onError: toastIfGone,
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
      <ActionError error={fetching.error} busy={fetching.isPending} onRetry={() => fetching.mutate()} />
    </div>
  )
}

import { m } from '#/copy'
import { downloadData } from '#/features/session/data'
import { DownloadButton } from '#/kit/DownloadButton'
import { isDirectLogin } from '#/state/session'
import { Card } from '#/ui/Card'

/** Downloads all data about the customer. Only the customer may do this, so agents do not see it. */
export function DataCard() {
  if (isDirectLogin()) return null
  return (
    <Card title={m.settings_data()}>
      <div className="grid gap-3 pb-4 text-muted wrap-anywhere">
        <p>{m.settings_data_what()}</p>
        <p>{m.settings_data_masked()}</p>
      </div>
      <DownloadButton file={downloadData} name="my-data.zip">
        {m.settings_data_download()}
      </DownloadButton>
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { SectionError } from '#/ui/SectionError'
import { SpinnerBlock } from '#/ui/Spinner'

export function HomePage() {
  const { data, error, refetch, isFetching } = useQuery(dashboardQuery)
  if (data) return null
  if (!error) return <SpinnerBlock label={m.shell_loading()} />
  return (
    <SectionError
      title={m.errors_section()}
      message={error.message}
      retryLabel={m.shell_retry()}
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { SectionError } from '#/ui/SectionError'
import { SkeletonList } from '#/ui/Skeleton'
import { SpinnerBlock } from '#/ui/Spinner'
import { HomeSections } from './HomeSections'

export function HomePage() {
  const { data, error, refetch, isFetching } = useQuery(dashboardQuery)
  if (data) return <HomeSections data={data} />
  if (!error) return <HomeLoading />
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

/** A spinner where the banner will be, shapes where the items will be. */
function HomeLoading() {
  return (
    <div className="grid gap-8">
      <SpinnerBlock label={m.shell_loading()} className="rounded-card bg-surface" />
      <SkeletonList label={m.subscriptions_loading()} />
    </div>
  )
}

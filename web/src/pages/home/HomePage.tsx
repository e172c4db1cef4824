import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCustomerId } from '#/api/customer'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { upcomingQuery } from '#/features/upcoming/queries'
import { QueryContent } from '#/kit/QueryContent'
import { firstScreenShown } from '#/platform/first-screen'
import { SkeletonList } from '#/ui/Skeleton'
import { SpinnerBlock } from '#/ui/Spinner'
import { HomeSections } from './HomeSections'

export function HomePage() {
  const dashboard = useDashboard()
  const next = useQuery(upcomingQuery(useCustomerId()))
  const waiting = dashboard.isPending && !dashboard.isPaused
  useEffect(() => {
    if (!waiting) firstScreenShown()
  }, [waiting])
  return (
    <QueryContent query={dashboard} pending={<HomeLoading />} failed={m.kit_figures_failed()} age={null}>
      {(data) => <HomeSections data={data} isNextKnown={next.isFetched || next.isPaused || next.failureCount > 0} />}
    </QueryContent>
  )
}

/** A spinner in place of the banner, and grey rows in place of the items. */
function HomeLoading() {
  return (
    <div className="grid gap-8">
      <SpinnerBlock label={m.kit_loading()} className="rounded-card bg-surface" />
      <SkeletonList label={m.subscriptions_loading()} />
    </div>
  )
}

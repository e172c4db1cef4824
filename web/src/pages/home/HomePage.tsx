import { useQuery } from '@tanstack/react-query'
import { dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { Loaded } from '#/kit/Loaded'
import { SkeletonList } from '#/ui/Skeleton'
import { SpinnerBlock } from '#/ui/Spinner'
import { HomeSections } from './HomeSections'

export function HomePage() {
  return (
    <Loaded query={useQuery(dashboardQuery)} pending={<HomeLoading />}>
      {(data) => <HomeSections data={data} />}
    </Loaded>
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

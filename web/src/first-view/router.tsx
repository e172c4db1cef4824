import { type DashboardData, useDashboard } from '#/api/dashboard'
import { HomeSections } from '#/pages/home/HomeSections'
import { type Component, jsx } from './jsx-runtime'

// Stands for TanStack Router in the first view: the address is home's, and links are links.

const BASE = '/dashboard'
const HOME = '/home'
const nothing = () => {}

interface LinkProps extends Record<string, unknown> {
  to: string
  search?: Record<string, string>
  /** Of the history, which the page has not taken over yet. */
  state?: object
}

function address({ to, search }: LinkProps): string {
  const query = new URLSearchParams(search).toString()
  return BASE + to + (query && `?${query}`)
}

export function createLink(type: Component | string) {
  return ({ to, search, state: _, ...rest }: LinkProps) => jsx(type, { ...rest, href: address({ to, search }) })
}

export function Link(props: LinkProps) {
  const here = props.to === HOME && !props.search
  const active = { className: `${props.className} active`, 'data-status': 'active', 'aria-current': 'page' }
  return createLink('a')(here ? { ...props, ...active } : props)
}

export function Outlet() {
  return <HomeSections data={useDashboard().data as DashboardData} />
}

export const useLocation = ({ select }: { select(location: object): unknown }) => select({ pathname: HOME })
export const useNavigate = nothing
export const useRouter = nothing

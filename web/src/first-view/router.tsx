import { type DashboardData, useDashboard } from '#/api/dashboard'
import { HomeSections } from '#/pages/home/HomeSections'
import { type Component, jsx } from './jsx-runtime'

// Stands for TanStack Router in the first view: the address is home's, and links are links.

const BASE = '/dashboard'
const HOME = '/home'
const nothing = () => {}

type Search = Record<string, string | undefined>

interface LinkProps extends Record<string, unknown> {
  /** '.' is the page that is shown. */
  to: string
  search?: Search | ((search: Search) => Search)
  /** Of the history, which the page has not taken over yet. */
  state?: object
}

function address({ to, search = {} }: LinkProps): string {
  const asked = typeof search === 'function' ? search({}) : search
  const known = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const query = new URLSearchParams(known).toString()
  return BASE + (to === '.' ? HOME : to) + (query && `?${query}`)
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

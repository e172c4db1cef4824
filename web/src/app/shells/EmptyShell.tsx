import { Outlet } from '@tanstack/react-router'
import { B2BGate } from './B2BGate'
import { EmptyFrame } from './EmptyFrame'

/** Nothing but the page. */
export function EmptyShell() {
  return (
    <B2BGate>
      <EmptyFrame>
        <Outlet />
      </EmptyFrame>
    </B2BGate>
  )
}

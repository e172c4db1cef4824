import { Outlet } from '@tanstack/react-router'
import { B2BGate } from './B2BGate'
import { EmptyFrame } from './EmptyFrame'

/** Nothing but the page. */
export function EmptyShell() {
  return (
    <EmptyFrame>
      <B2BGate>
        <Outlet />
      </B2BGate>
    </EmptyFrame>
  )
}
